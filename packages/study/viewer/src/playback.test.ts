import { describe, expect, it } from 'vitest';
import { Playback, type PlaybackSource } from './playback.js';

const log = (last = 100): PlaybackSource => ({ kind: 'log', first: 0, last, intervalMs: 100 });
const here = (): boolean => true;

function playing(position = 0): Playback {
  const playback = new Playback();
  playback.reset(false);
  playback.position = position;
  playback.play(1);
  return playback;
}

describe('Playback', () => {
  it('plays one frame per interval, forward and backward (spec 11 §3.6)', () => {
    const playback = playing(10);
    playback.advance(250, log(), here);
    expect(playback.position).toBeCloseTo(12.5);
    playback.play(-1);
    playback.advance(500, log(), here);
    expect(playback.position).toBeCloseTo(7.5);
  });

  it('waits at the last frame of a log that is still being read', () => {
    const playback = playing(99);
    playback.isLooping = true;
    playback.advance(500, { ...log(), isGrowing: true }, here);
    expect([playback.position, playback.isPlaying]).toEqual([100, true]);
    playback.advance(200, { ...log(120), isGrowing: true }, here);
    expect(playback.position).toBeCloseTo(102);
  });

  it('changes the speed by factors of two within 5 and 5000 ms (spec 11 §3.6)', () => {
    const playback = playing();
    for (let i = 0; i < 20; i++) playback.speedUp(log());
    expect(100 / playback.speed).toBe(5);
    for (let i = 0; i < 40; i++) playback.slowDown(log());
    expect(100 / playback.speed).toBe(5000);
  });

  it('stops at the ends, or continues at the other end in a loop (spec 11 §2.4)', () => {
    const playback = playing(99.5);
    playback.advance(200, log(), here);
    expect([playback.position, playback.isPlaying]).toEqual([100, false]);
    playback.isLooping = true;
    playback.play(1);
    playback.advance(200, log(), here);
    expect([playback.position, playback.isPlaying]).toEqual([0, true]);
    playback.play(-1);
    playback.advance(200, log(), here);
    expect(playback.position).toBe(100);
  });

  it('a step stops playback and moves one frame; the space bar then plays forward', () => {
    const playback = playing(10.4);
    playback.step(-1, log());
    expect([playback.position, playback.isPlaying]).toEqual([9, false]);
    playback.toggle(log());
    playback.advance(100, log(), here);
    expect(playback.position).toBeCloseTo(10);
    playback.toggle(log());
    expect(playback.isPlaying).toBe(false);
  });

  it('repeats a section', () => {
    const playback = playing(19.9);
    playback.section = [10, 20];
    playback.advance(50, log(), here);
    expect(playback.position).toBe(10);
  });

  it('waits for frames that have not arrived yet', () => {
    const playback = playing(10.5);
    playback.advance(100, log(), (index) => index <= 11);
    expect(playback.position).toBe(11);
    playback.advance(100, log(), (index) => index <= 11);
    expect([playback.position, playback.isPlaying]).toEqual([11, true]);
  });

  it('leaves live mode on any replay command and returns to it at the end (spec 11 §3.6)', () => {
    const source = { kind: 'live' as const, first: 0, last: 200, intervalMs: 100 };
    const playback = new Playback();
    playback.reset(true);
    playback.goLive();
    playback.seek(150, source);
    expect(playback.isLive).toBe(false);
    playback.play(1);
    playback.speed = 8;
    for (let i = 0; i < 20; i++) playback.advance(50, source, here);
    expect(playback.isLive).toBe(true);
  });

  it('follows the newest frame in live mode with a delay, never beyond it, never backward', () => {
    const source = { kind: 'live' as const, first: 0, last: 0, intervalMs: 100 };
    const playback = new Playback();
    playback.reset(true);
    let before = 0;
    let late = 0;
    for (let t = 0; t < 20_000; t += 16) {
      // Frames arrive every 100 ms, some of them 30 ms late.
      const last = Math.floor((t - (Math.floor(t / 100) % 3 === 0 ? 30 : 0)) / 100);
      if (last > source.last) {
        source.last = last;
        playback.recordArrival(last, t);
      }
      playback.advance(16, source, here);
      expect(playback.position).toBeLessThanOrEqual(source.last);
      expect(playback.position).toBeGreaterThanOrEqual(before);
      before = playback.position;
      if (t > 5000) late = Math.max(late, source.last - playback.position);
    }
    expect(late).toBeLessThan(2.5);
  });

  it('jumps ahead when the newest frame is too far ahead', () => {
    const source = { kind: 'live' as const, first: 0, last: 1000, intervalMs: 100 };
    const playback = new Playback();
    playback.reset(true);
    playback.advance(16, source, here);
    expect(playback.position).toBe(999);
  });
});

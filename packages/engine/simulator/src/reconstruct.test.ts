import { createFrame, type Frame, hasTackled, type Player, PlayerState } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMatch } from './create-match.js';
import { applyPlayerCommand } from './execute-player-command.js';
import { tryKickOff } from './execute-trainer-command.js';
import { connectPlayer, restore, snapshot, step } from './index.js';
import type { Match } from './match.js';
import { reconstructSnapshot } from './reconstruct.js';

const params = createMatchParams(
  createServerParams({ half_time: 30, auto_mode: true }),
  createPlayerParams({ random_seed: 7 }),
  1,
);

/** Bits that a step clears after it has shown the state. */
const CYCLE_BITS = ~(
  PlayerState.STAND |
  PlayerState.GOALIE |
  PlayerState.DISCARD |
  PlayerState.YELLOW_CARD |
  PlayerState.RED_CARD |
  PlayerState.TACKLE |
  PlayerState.TACKLE_FAULT |
  PlayerState.FOUL_CHARGED
);

/** A frame of one cycle, and the match after that cycle. */
interface Moment {
  readonly shown: Frame;
  readonly after: ReturnType<typeof snapshot>;
}

/** All run to the ball and kick or tackle it; some look around, point or turn. */
function playCycle(match: Match): void {
  const { ball } = match.world;
  for (const player of match.world.players) {
    const { index, pos, unum } = player;
    const distance = Math.hypot(ball.pos.x - pos.x, ball.pos.y - pos.y);
    const angle = (Math.atan2(ball.pos.y - pos.y, ball.pos.x - pos.x) - player.body) * (180 / Math.PI);
    const turn = angle - 360 * Math.round(angle / 360);
    if (distance < 1 && unum % 2 === 0)
      applyPlayerCommand(match, index, { type: 'kick', power: 60, dir: 20 * unum });
    else if (distance < 2 && unum % 2 === 1)
      applyPlayerCommand(match, index, { type: 'tackle', angle: 90, foul: false });
    else if (Math.abs(turn) > 10) applyPlayerCommand(match, index, { type: 'turn', moment: turn });
    else applyPlayerCommand(match, index, { type: 'dash', power: 100, dir: 0 });
    applyPlayerCommand(match, index, { type: 'turn_neck', moment: unum * 3 });
  }
}

const moments: Moment[] = [];

beforeAll(() => {
  const match = createMatch({ params, seed: 3 });
  for (const team of ['Alpha', 'Beta'])
    for (let unum = 1; unum <= 11; unum++) connectPlayer(match, { team, version: 19, goalie: unum === 1 });
  tryKickOff(match);
  while (moments.length < 400) {
    playCycle(match);
    const shown = createFrame();
    step(match, () => fillFrame(match.world, match.params, shown));
    moments.push({ shown, after: snapshot(match) });
  }
});

/** The frame of a snapshot. */
function showSnapshot(from: ReturnType<typeof snapshot>): Frame {
  const match = createMatch({ params, seed: from.seed });
  restore(match, from);
  return fillFrame(match.world, params, createFrame());
}

/** Rounds angles, which pass through degrees. */
function roundAngles(frame: Frame): unknown {
  const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
  return {
    ...frame,
    players: frame.players.map((player) => ({
      ...player,
      body: round(player.body),
      neck: round(player.neck),
      viewWidth: round(player.viewWidth),
      focusDir: round(player.focusDir),
    })),
  };
}

describe('reconstructSnapshot', () => {
  it('returns a state with all that the frame has', () => {
    const modes = new Set<string>();
    for (const { shown, after } of moments.filter((_, i) => i % 7 === 0)) {
      modes.add(shown.playMode);
      const { snapshot: made } = reconstructSnapshot(shown, { params, seed: 9, before: [shown] });
      const tackling = (frame: Frame) =>
        frame.players.map((player) => ({ ...player, state: player.state & ~0x3000 }));
      const [actual, expected] = [showSnapshot(made), showSnapshot(after)];
      expect(roundAngles({ ...actual, players: tackling(actual) })).toEqual(
        roundAngles({ ...expected, players: tackling(expected) }),
      );
      expect(actual.players.every(({ state }) => (state & CYCLE_BITS) === 0)).toBe(true);
    }
    expect(modes).toContain('play_on');
    expect(modes.size).toBeGreaterThan(2);
  });

  it('finds with the frames before how long a tackle lasts and who touched the ball last', () => {
    let tackles = 0;
    let touches = 0;
    for (let i = 20; i < moments.length; i += 3) {
      const { shown, after } = moments[i]!;
      const before = moments.slice(i - 20, i).map((moment) => moment.shown);
      const { snapshot: made, unknown } = reconstructSnapshot(shown, { params, seed: 9, before });
      const idle = (players: readonly Player[]) => players.map((player) => player.tackleIdle);
      expect(idle(made.world.players)).toEqual(idle(after.world.players));
      expect(unknown.some((line) => line.startsWith('tackle of'))).toBe(false);
      tackles += shown.players.filter(({ state }) => hasTackled(state)).length;
      if (unknown.some((line) => line.startsWith('last touch'))) continue;
      if (made.referee.outOfPlay.lastToucher >= 0) touches++;
    }
    expect(tackles).toBeGreaterThan(5);
    expect(touches).toBeGreaterThan(20);
  });

  it('names the time of a tackle that it assumes', () => {
    const { shown } = moments.find(({ shown: { players } }) =>
      players.some(({ state }) => hasTackled(state)),
    )!;
    const { unknown } = reconstructSnapshot(shown, { params, seed: 9 });
    expect(unknown.find((line) => line.startsWith('tackle of'))).toMatch(
      /^tackle of [lr]\d+: 5 more cycles$/,
    );
  });

  it('gives the same continuation for the same seed, and another one for another seed', () => {
    const { shown } = moments[200]!;
    const play = (seed: number): Frame => {
      const match = createMatch({ params, seed });
      restore(match, reconstructSnapshot(shown, { params, seed }).snapshot);
      for (let i = 0; i < 50; i++) {
        playCycle(match);
        step(match);
      }
      return fillFrame(match.world, params, createFrame());
    };
    expect(play(4)).toEqual(play(4));
    expect(play(5)).not.toEqual(play(4));
  });

  it('continues a half that has ended, a set play and a shootout', () => {
    const { shown } = moments[200]!;
    const make = (part: Partial<Frame>) =>
      reconstructSnapshot({ ...shown, ...part }, { params, seed: 1 }).snapshot;
    const half = make({ playMode: 'before_kick_off', time: 300 });
    expect([half.referee.time.halfEnds, half.world.kickOffSide]).toEqual([1, 'r']);
    const corner = make({ playMode: 'corner_kick_r' });
    expect([corner.world.kickOffSide, corner.referee.setPlay.timer]).toEqual([
      'r',
      params.server.drop_ball_time,
    ]);
    const score = { name: 'Alpha', score: 1, penaltyScored: 2, penaltyMissed: 1 };
    const shootout = make({ playMode: 'penalty_setup_r', left: score });
    expect(shootout.referee.shootout).toMatchObject({ started: true, taking: 'r', kicks: 3 });
    expect(shootout.world.left).toMatchObject({ penaltyTaken: 3, penaltyScored: 2 });
  });

  it('leaves out players that are absent and those that were sent off', () => {
    const { shown } = moments[200]!;
    const players = shown.players.map((player, i) => ({
      ...player,
      state: i === 3 ? PlayerState.RED_CARD : i === 10 ? 0 : player.state,
    }));
    const { world } = reconstructSnapshot({ ...shown, players }, { params, seed: 1 }).snapshot;
    expect(world.players[3]).toMatchObject({ enabled: false, assigned: true, cards: 2 });
    expect(world.players[10]).toMatchObject({ enabled: false, assigned: false });
    expect(world.left.playerCount).toBe(10);
  });

  it('estimates velocities of a source without them from the frame before', () => {
    const stores = { details: false, fullState: false, capacity: false };
    const at = moments.findIndex(
      ({ shown }, i) =>
        i > 60 && Math.hypot(shown.ballVx, shown.ballVy) > 0.5 && shown.playMode === 'play_on',
    );
    const { shown } = moments[at]!;
    const before = [moments[at - 1]!.shown];
    const { snapshot: made, unknown } = reconstructSnapshot(shown, { params, seed: 1, before, stores });
    expect(made.world.ball.vel.x).toBeCloseTo(shown.ballVx, 6);
    expect(made.world.players[4]!.stamina).toBe(params.server.stamina_max);
    expect(unknown).toContain('velocities: the way since the frame before, with decay');
    const alone = reconstructSnapshot(shown, { params, seed: 1, stores });
    expect(alone.snapshot.world.ball.vel).toEqual({ x: 0, y: 0 });
    expect(alone.unknown).toContain('velocities: 0');
  });

  it('names the value of a frame that is impossible', () => {
    const { shown } = moments[200]!;
    expect(() => reconstructSnapshot({ ...shown, ballX: Number.NaN }, { params, seed: 1 })).toThrow(
      /^the frame of cycle \d+: ball\.position\.x: NaN is not a number from/,
    );
  });
});

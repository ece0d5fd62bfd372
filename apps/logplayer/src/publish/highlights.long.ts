import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTempFolder, findClip, run } from '../../test/run.js';

const MATCH = fileURLToPath(
  new URL('../../../../packages/conformance/matches/match-1.rcg.gz', import.meta.url),
);
const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0;
if (!hasFfmpeg) console.warn('No ffmpeg found: the test of highlights is skipped.');

describe.skipIf(!hasFfmpeg)('highlights', () => {
  it('the best scenes of two matches are a video of at most the given length', async () => {
    const file = join(createTempFolder(), 'day.mp4');
    const result = await run([
      'highlights',
      MATCH,
      findClip('11'),
      '--minutes',
      '1',
      '--size',
      '320x180',
      '-o',
      file,
    ]);
    expect([result.code, result.err]).toEqual([0, expect.stringContaining('HELIOS_L 3 : 1 HELIOS_R')]);
    const answer = execFileSync(
      'ffprobe',
      [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name,width,height,nb_frames:format=duration',
        '-of',
        'json',
        file,
      ],
      { encoding: 'utf8' },
    );
    const { streams, format } = JSON.parse(answer) as {
      readonly streams: readonly { codec_name: string; width: number; height: number; nb_frames: string }[];
      readonly format: { readonly duration: string };
    };
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 320, height: 180 });
    expect(Number(format.duration)).toBeGreaterThan(20);
    expect(Number(format.duration)).toBeLessThanOrEqual(60);
    expect(Number(streams[0]!.nb_frames)).toBeCloseTo(25 * Number(format.duration), -1);
    expect(existsSync(file.replace('.mp4', '.unfinished.mp4'))).toBe(false);
  }, 300_000);
});

it('highlights without an encoder, without scenes or with a wrong ending say so', async () => {
  const file = join(createTempFolder(), 'day.avi');
  const wrong = await run(['highlights', MATCH, '-o', file]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('must be .mp4 or .webm')]);
  const size = await run(['highlights', MATCH, '--size', '321x180']);
  expect([size.code, size.err]).toEqual([2, expect.stringContaining("'321x180' is not allowed")]);
  const none = await run(['highlights', MATCH, '--minutes', '0.01', '-o', file.replace('avi', 'mp4')]);
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('no scene fits')]);
});

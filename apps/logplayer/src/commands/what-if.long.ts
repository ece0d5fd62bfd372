import { expect, it } from 'vitest';
import { findClip, run } from '../../test/run.js';

const CLIP = findClip('03');

it('whatif: the same seed gives the same report', async () => {
  const args = ['whatif', '--count', '3', '--cycles', '10', '--choices', 'pass,own', '--json', CLIP, '227'];
  const { code, out } = await run(args);
  expect(code).toBe(0);
  expect((await run(args)).out).toBe(out);
  expect((await run([...args, '--seed', '2'])).out).not.toBe(out);
});

it('stats --exact adds the best choice to the most decisive kicks', async () => {
  const args = ['stats', '--exact', '1', '--futures', '2', '--cycles', '3'];
  const { code, out } = await run([...args, '--table', 'moments', '--csv', CLIP]);
  expect(code).toBe(0);
  const [head, ...rows] = out.trim().split('\n');
  expect(head).toMatch(/,asPlayed,asPlayedLow,asPlayedHigh,best,bestValue,bestLow,bestHigh,text$/);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/,(own|pass to \d+|dribble|shot|clear|hold),/);
  const actions = await run([...args, '--table', 'action-values', '--json', CLIP]);
  const [{ 'action-values': values }] = JSON.parse(actions.out) as [
    { 'action-values': { actionId: number; exactBest: string | null }[] },
  ];
  const played = values.filter(({ exactBest }) => exactBest !== null);
  expect(played.map(({ actionId, exactBest }) => [String(actionId), exactBest])).toEqual(
    rows.map((row) => ['actionId', 'best'].map((name) => row.split(',')[head!.split(',').indexOf(name)])),
  );
});

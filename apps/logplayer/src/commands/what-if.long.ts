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

import { createPlayer } from '@rcss/core';
import { expect, it } from 'vitest';
import { overwritePlayer } from './overwrite-player.js';

it('every property of a player is taken over, whatever is added to him, and no object is replaced', () => {
  const source = createPlayer('l', 1);
  const target = createPlayer('l', 1);
  const { pos } = target;
  const values = source as unknown as Record<string, unknown>;
  let n = 1;
  for (const [name, value] of Object.entries(source)) {
    if (name === 'index' || name === 'side' || name === 'unum') continue;
    if (typeof value === 'number') values[name] = value + n++;
    else if (typeof value === 'boolean') values[name] = !value;
    else if (typeof value === 'string') values[name] = `${value}!`;
    else values[name] = { x: n++, y: n++ };
  }
  overwritePlayer(target, source);
  expect(target).toEqual(source);
  expect(target.pos).toBe(pos);
  expect(target.pos).not.toBe(source.pos);
});

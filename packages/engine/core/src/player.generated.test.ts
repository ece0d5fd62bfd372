import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAYER_FIELDS } from '../scripts/player-fields.js';
import { generatePlayerDigestSource, generatePlayerSource } from '../scripts/player-source.js';
import { clonePlayer, copyPlayer, createPlayer, PLAYER_REAL_FIELDS } from './player.generated.js';

const engine = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(engine, path), 'utf8');

/** A player in which every field except those of the slot differs from a new player. */
function changedPlayer() {
  const player = createPlayer('l', 1);
  const values = player as unknown as Record<string, unknown>;
  let n = 1;
  for (const { name, digest } of PLAYER_FIELDS) {
    const value = values[name];
    if (digest === 'slot') continue;
    if (typeof value === 'number') values[name] = value + n++;
    else if (typeof value === 'boolean') values[name] = !value;
    else if (typeof value === 'string') values[name] = `${value}!`;
    else values[name] = { x: n++, y: n++ };
  }
  return player;
}

describe('the fields of a player', () => {
  it('are generated from the current table (run `pnpm --filter @rcss/core player` after a change)', () => {
    expect(read('core/src/player.generated.ts')).toBe(generatePlayerSource());
    expect(read('simulator/src/digest/player-digest.generated.ts')).toBe(generatePlayerDigestSource());
  });

  it('have different names, and positions in the digest without gaps', () => {
    const names = PLAYER_FIELDS.map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    const places = new Set(PLAYER_FIELDS.flatMap(({ digest }) => (typeof digest === 'number' ? digest : [])));
    expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: places.size }, (_, i) => i + 1));
  });

  it('are those of a new player, in the order of the table', () => {
    const player = createPlayer('r', 4);
    expect(Object.keys(player)).toEqual(PLAYER_FIELDS.map((field) => field.name));
    for (const name of PLAYER_REAL_FIELDS) expect(typeof player[name]).toBe('number');
  });

  it('are all copied without replacing or sharing an object', () => {
    const source = changedPlayer();
    const target = createPlayer('l', 1);
    const { pos } = target;
    copyPlayer(target, source);
    expect(target).toEqual(source);
    expect(target.pos).toBe(pos);
    expect(target.pos).not.toBe(source.pos);
    const clone = clonePlayer(source);
    expect(clone).toEqual(source);
    for (const name of ['pos', 'vel', 'accel', 'armTarget'] as const)
      expect(clone[name]).not.toBe(source[name]);
  });
});

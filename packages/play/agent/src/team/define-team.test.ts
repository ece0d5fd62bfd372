import { expect, it } from 'vitest';
import createChasers from '../entries/chasers.js';
import { createLocalMatch } from '../local/local-match.js';
import { defineTeam, type TeamDefinition } from './define-team.js';

it.each([
  [undefined, 'defineTeam: undefined is not a definition such as'],
  ['left', 'defineTeam: the text "left" is not a definition such as'],
  [{}, 'defineTeam: play is undefined; it must be a function'],
  [{ play: 'shoot' }, 'defineTeam: play is the text "shoot"; it must be a function'],
  [{ play: () => null, penalty: [] }, 'defineTeam: penalty is a list; it must be a function'],
])('the definition %j is refused', (definition, message) => {
  expect(() => defineTeam(definition as unknown as TeamDefinition)).toThrow(message);
});

/** Plays with a team whose decisions return `result`, and returns the complaints of the server. */
async function playWith(result: () => unknown): Promise<readonly string[]> {
  const create = defineTeam({ play: result, setPlay: result } as TeamDefinition);
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    right: { name: 'Beta', create: createChasers },
  });
  match.run({ cycles: 5 });
  return match.complaints;
}

it.each([
  [async () => null, 'returned a promise; a decision is made at once: write the function without async'],
  [() => 'left', 'returned the text "left"; return an action such as player.intercept(), or null'],
  [() => 7, 'returned the number 7;'],
  [() => ({ x: 1, y: 2 }), 'returned an object with the fields x, y;'],
])('a decision that returns no action is an error that names the value', async (result, message) => {
  await expect(playWith(result)).rejects.toThrow(message);
});

it('a decision that returns nothing lets the player wait', async () => {
  expect(await playWith(() => undefined)).toEqual([]);
});

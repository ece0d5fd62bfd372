import { expect, it } from 'vitest';
import createChasers from '../entries/chasers.js';
import { exchangeRoles } from '../formations/formation.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
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

/** Plays 20 cycles with a chosen formation; returns the places of number 2 by cycle, and those of 11 for the same ball. */
async function playWithFormation(chooseFormation: TeamDefinition['chooseFormation']) {
  const homes: { readonly time: number; readonly x: number; readonly front: number }[] = [];
  const create = defineTeam({
    play(player) {
      const { world, home } = player;
      if (world.unum === 2)
        homes.push({ time: world.time, x: home.x, front: FOUR_THREE_THREE.place(11, world.ball.pos).x });
      return player.goTo(home);
    },
    ...(chooseFormation === undefined ? {} : { chooseFormation }),
  });
  const match = await createLocalMatch({ left: { name: 'Alpha', create }, right: { name: 'Beta', create } });
  match.run({ cycles: 20 });
  return { homes, complaints: match.complaints };
}

it('a team changes its formation during the match; players can exchange their roles', async () => {
  const exchanged = exchangeRoles(FOUR_THREE_THREE, 2, 11);
  expect([exchanged.role(2), exchanged.role(11)]).toEqual([
    FOUR_THREE_THREE.role(11),
    FOUR_THREE_THREE.role(2),
  ]);
  const { homes, complaints } = await playWithFormation(({ world }) => (world.time >= 10 ? exchanged : null));
  expect(complaints).toEqual([]);
  const before = homes.filter(({ time }) => time < 10);
  const after = homes.filter(({ time }) => time >= 10);
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(0);
  for (const { x, front } of before) expect(x).toBeLessThan(front - 10);
  for (const { x, front } of after) expect(x).toBeGreaterThan(front - 10);
});

it('a formation of another size, and a role that does not exist, are refused', async () => {
  await expect(playWithFormation(() => ({ ...FOUR_THREE_THREE, players: 5 }))).rejects.toThrow(
    'chooseFormation: a formation of 5 players; the team has 11',
  );
  expect(() => exchangeRoles(FOUR_THREE_THREE, 2, 12)).toThrow(
    'exchangeRoles: 12 is not a number from 1 to 11',
  );
});

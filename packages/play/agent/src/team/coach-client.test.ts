import { expect, it } from 'vitest';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam } from './define-team.js';
import { PlayerAgent } from './player-client.js';

it('a coach finds out the types of the opponents and reports them to its players when play stops (spec 07 §10.6)', async () => {
  const create = defineTeam({
    play: (p) => p.goTo({ x: p.home.x + (p.world.time % 60 < 30 ? 12 : -12), y: p.home.y }, 1, 0.5),
    coach: true,
  });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    right: { name: 'Beta', create },
    spec: createLocalSpec({ seed: 2 }),
  });
  const { world } = match.match;
  for (let n = 0; n < 40; n++) match.cycle();
  world.playMode = 'play_on';
  for (let n = 0; n < 40; n++) match.cycle();
  Object.assign(world.ball.pos, { x: 0, y: 33.5 });
  world.ball.vel.y = 2;
  for (let n = 0; n < 5; n++) match.cycle();
  expect(world.playMode).toMatch(/^kick_in/);
  expect(match.complaints).toEqual([]);
  const player = match.players[3]!.client;
  if (!(player instanceof PlayerAgent)) throw new Error('no player of this package');
  const known = player.world!.players.opponents.slice(2).map(({ ability }) => ability.type.id);
  const real = world.players.slice(12).map(({ typeId }) => typeId);
  expect(new Set(real).size).toBe(10);
  expect(known).toEqual(real);
});

import { FOUR_THREE_THREE, sampleFormation } from '@rcss/agent/formations';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import type { CreateTeam } from '@rcss/core/team-module';
import { compileTeam } from '@rcss/team-frames/compile';
import { importModule } from '@rcss/team-frames/team-modules';
import { expect, it } from 'vitest';
import { movePlace } from './edit-formation.js';
import { writeFormationTeam } from './formation-team.js';

it('the code of a team in a formation compiles, and its players stand in it before the kickoff', async () => {
  const formation = sampleFormation(FOUR_THREE_THREE);
  const kickOff = formation.kickOff!.map((place, i) => (i === 8 ? { x: -30, y: 25 } : place));
  const edited = { ...movePlace(formation, { x: 0, y: 0 }, 9, { x: -30, y: 25 }, false), kickOff };
  const compiled = compileTeam(writeFormationTeam(edited));
  if (!compiled.ok) throw new Error(compiled.message);
  const exports: { default?: CreateTeam } = {};
  new Function('exports', 'require', compiled.code)(exports, importModule);
  const match = await createLocalMatch({
    left: { name: 'Own', create: exports.default! },
    spec: createLocalSpec({ seed: 1 }),
  });
  while (match.match.steps < 2) {
    match.advance();
    match.seats.decide();
  }
  const { pos } = match.match.world.players.find(({ side, unum }) => side === 'l' && unum === 9)!;
  expect(pos.x).toBeCloseTo(-30, 0);
  expect(pos.y).toBeCloseTo(25, 0);
});

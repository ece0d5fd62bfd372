import {
  FOUR_THREE_THREE,
  type FormationDocument,
  formatFormationFile,
  parseFormationFile,
  readFormationDocument,
  sampleFormation,
} from '@rcss/agent/formations';
import { describe, expect, it } from 'vitest';
import { checkFormation } from './check-formation.js';
import {
  addSample,
  findKickOffPlaces,
  findMirrors,
  findPlaces,
  findSample,
  moveKickOffPlace,
  movePlace,
  removeSample,
  setRole,
} from './edit-formation.js';
import { EditHistory } from './history.js';

/** A goalie, two backs on the wings, a striker; the ball at three points. */
const FORMATION: FormationDocument = {
  format: 'rcss-formation-1',
  method: 'interpolated',
  roles: [
    { name: 'goalie', line: 'goalie' },
    { name: 'left back', line: 'defense', mirror: 3 },
    { name: 'right back', line: 'defense', mirror: 2 },
    { name: 'striker', line: 'attack' },
  ],
  samples: [
    { ball: { x: 0, y: 0 }, players: [at(-50, 0), at(-30, -10), at(-30, 10), at(10, 0)] },
    { ball: { x: 40, y: -20 }, players: [at(-40, 0), at(0, -20), at(-10, 5), at(40, -5)] },
    { ball: { x: 40, y: 20 }, players: [at(-40, 0), at(-10, -5), at(0, 20), at(40, 5)] },
  ],
};

function at(x: number, y: number) {
  return { x, y };
}

describe('places', () => {
  it('of a sample are its places; between samples they are interpolated', () => {
    expect(findPlaces(FORMATION, at(40, -20))).toEqual(FORMATION.samples[1]!.players);
    // Halfway on an edge of the triangle.
    expect(findPlaces(FORMATION, at(20, -10))).toEqual([
      at(-45, 0),
      at(-15, -15),
      at(-20, 7.5),
      at(25, -2.5),
    ]);
  });

  it('of a kickoff are in the own half', () => {
    expect(findKickOffPlaces(FORMATION)[3]).toEqual(at(-0.6, 0));
    const moved = moveKickOffPlace(FORMATION, 2, at(12, -20), true);
    expect(moved.kickOff).toEqual([at(-50, 0), at(-0.6, -20), at(-0.6, 20), at(-0.6, 0)]);
  });
});

describe('a player that is moved', () => {
  it('changes the sample of the ball and no other', () => {
    const moved = movePlace(FORMATION, at(40, -20), 4, at(45, -8), false);
    expect(moved.samples[1]!.players).toEqual([at(-40, 0), at(0, -20), at(-10, 5), at(45, -8)]);
    expect([moved.samples[0], moved.samples[2]]).toEqual([FORMATION.samples[0], FORMATION.samples[2]]);
  });

  it('adds a sample where there is none, with the places of the others as they were', () => {
    const before = findPlaces(FORMATION, at(20, -10));
    const moved = movePlace(FORMATION, at(20, -10), 4, at(30, 0), false);
    expect(moved.samples).toHaveLength(4);
    expect(moved.samples[3]).toEqual({ ball: at(20, -10), players: [...before.slice(0, 3), at(30, 0)] });
  });

  it('symmetric: changes the mirrored sample by the role on the other wing', () => {
    const moved = movePlace(FORMATION, at(40, -20), 2, at(5, -25), true);
    expect(moved.samples).toHaveLength(3);
    expect(moved.samples[2]!.players[2]).toEqual(at(5, 25));
    const added = movePlace(FORMATION, at(20, -15), 4, at(30, -4), true);
    expect(added.samples.slice(3).map(({ ball, players }) => [ball, players[3]])).toEqual([
      [at(20, -15), at(30, -4)],
      [at(20, 15), at(30, 4)],
    ]);
  });

  it('symmetric, with the ball on the middle line: the role on the other wing moves too, one without stays on the line', () => {
    const { samples } = movePlace(FORMATION, at(0, 0), 3, at(-25, 14), true);
    expect(samples[0]!.players.slice(1, 3)).toEqual([at(-25, -14), at(-25, 14)]);
    expect(movePlace(FORMATION, at(0, 0), 4, at(8, 3), true).samples[0]!.players[3]).toEqual(at(8, 0));
  });

  it('of a fixed formation changes its only sample, wherever the ball is', () => {
    const fixed: FormationDocument = {
      ...FORMATION,
      method: 'fixed',
      samples: FORMATION.samples.slice(0, 1),
    };
    const moved = movePlace(fixed, at(30, 20), 2, at(-20, -12), false);
    expect(moved.samples).toEqual([
      { ball: at(0, 0), players: [at(-50, 0), at(-20, -12), at(-30, 10), at(10, 0)] },
    ]);
    expect(movePlace(fixed, at(30, 20), 2, at(-20, -12), true).samples[0]!.players[2]).toEqual(at(-20, 12));
    expect(readFormationDocument(moved)).toEqual(moved);
  });

  it('stays on the shown area', () => {
    expect(movePlace(FORMATION, at(0, 0), 4, at(500, -70), false).samples[0]!.players[3]).toEqual(
      at(57, -38),
    );
  });
});

describe('samples', () => {
  it('are added and removed, symmetric ones in pairs; the last one stays', () => {
    const added = addSample(FORMATION, at(-30, 10), true);
    expect(added.samples.slice(3).map(({ ball }) => ball)).toEqual([at(-30, 10), at(-30, -10)]);
    expect(findPlaces(added, at(-30, 10))).toEqual(findPlaces(FORMATION, at(-30, 10)));
    expect(removeSample(added, at(-30, 10), true).samples).toEqual(FORMATION.samples);
    const one = removeSample(FORMATION, at(40, 20), true);
    expect(one.samples).toHaveLength(1);
    expect(() => removeSample(one, at(0, 0), false)).toThrow('The last sample cannot be removed');
    expect(findSample(one, at(40, 20))).toBe(-1);
  });
});

describe('roles', () => {
  it('on the other wing name each other', () => {
    const { roles } = setRole(FORMATION, 4, { name: ' ', line: 'midfield', mirror: 3 });
    expect(roles.map(({ mirror }) => mirror)).toEqual([undefined, undefined, 4, 3]);
    expect(roles[3]).toEqual({ name: 'striker', line: 'midfield', mirror: 3 });
  });

  it('on the other wing are found by their places', () => {
    const { roles } = findMirrors(sampleFormation(FOUR_THREE_THREE));
    expect(roles.map(({ mirror }) => mirror)).toEqual([
      undefined,
      3,
      2,
      5,
      4,
      undefined,
      8,
      7,
      10,
      9,
      undefined,
    ]);
  });
});

describe('check', () => {
  it('finds nothing in the formation of the base team', () => {
    expect(checkFormation(findMirrors(sampleFormation(FOUR_THREE_THREE)))).toEqual([]);
  });

  it('names ball, numbers and places of each problem', () => {
    const narrow = movePlace(FORMATION, at(0, 0), 4, at(-30, -9.5), false);
    const outside = movePlace(narrow, at(40, 20), 2, at(56, 0), false);
    const late = {
      ...setRole(outside, 1, { name: 'sweeper', line: 'defense' }),
      kickOff: [at(3, 0), at(-1, 0), at(-1, 3), at(-1, 6)],
    };
    const problems = checkFormation({
      ...late,
      roles: late.roles.map((role, i) => (i === 2 ? { ...role, mirror: 4 } : role)),
    });
    expect(problems).toEqual([
      'No number is in the line "goalie".',
      'Number 2 has 3 on the other wing, but 3 has 4.',
      'Number 3 has 4 on the other wing, but 4 has none.',
      'Ball at (0, 0): numbers 2 and 4 are 0.5 m from each other.',
      'Ball at (40, 20): number 2 is outside the pitch, at (56, 0).',
      ...['(-52.5, -34)', '(-52.5, 34)', '(52.5, -34)', '(52.5, 34)'].map((corner) =>
        expect.stringContaining(`A ball in the corner ${corner} is `),
      ),
      "Before a kickoff, number 1 is in the opponents' half, at (3, 0).",
    ]);
  });
});

it('an edited formation is saved in both forms and read again', () => {
  const edited = movePlace(FORMATION, at(12.34, -5), 4, at(20, -1.5), true);
  expect(readFormationDocument(JSON.parse(JSON.stringify(edited)))).toEqual(edited);
  expect(parseFormationFile(formatFormationFile(edited))).toEqual(edited);
});

it('undo takes a change back with what continued it, redo repeats it, and a new change ends what can be repeated', () => {
  const history = new EditHistory('a');
  history.push('b');
  history.push('c', true);
  expect([history.undo(), history.canUndo, history.redo(), history.canRedo]).toEqual([
    'a',
    false,
    'c',
    false,
  ]);
  history.undo();
  history.push('d');
  expect([history.current, history.canRedo, history.redo()]).toEqual(['d', false, 'd']);
});

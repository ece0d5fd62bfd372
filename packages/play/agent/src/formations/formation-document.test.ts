import { describe, expect, it } from 'vitest';
import {
  type FormationDocument,
  formatFormationDocument,
  readFormationDocument,
} from './formation-document.js';
import { formatFormationFile, parseFormationFile } from './formation-file.js';
import { FOUR_THREE_THREE } from './four-three-three.js';
import { createFormation, sampleFormation } from './interpolated-formation.js';

const document: FormationDocument = {
  format: 'rcss-formation-1',
  method: 'interpolated',
  roles: [
    { name: 'Goalie', line: 'goalie' },
    { name: 'Left', line: 'defense', mirror: 3 },
    { name: 'Right', line: 'defense', mirror: 2 },
  ],
  samples: [
    {
      ball: { x: -50, y: 0 },
      players: [
        { x: -52, y: 0 },
        { x: -40, y: -5 },
        { x: -40, y: 5 },
      ],
    },
    {
      ball: { x: 50, y: -30 },
      players: [
        { x: -48, y: 0 },
        { x: 10, y: -15 },
        { x: 12, y: -5 },
      ],
    },
    {
      ball: { x: 50, y: 30 },
      players: [
        { x: -48, y: 0 },
        { x: 12, y: 5 },
        { x: 10, y: 15 },
      ],
    },
  ],
};

describe('formation documents', () => {
  it('are read as they are written', () => {
    const withKickOff = {
      ...document,
      kickOff: [
        { x: -50, y: 0 },
        { x: -20, y: -9 },
        { x: -20, y: 9 },
      ],
    };
    expect(readFormationDocument(JSON.parse(formatFormationDocument(withKickOff)))).toEqual(withKickOff);
  });

  it('interpolate between the samples', () => {
    const formation = createFormation(document);
    expect(formation.place(2, { x: 50, y: -30 })).toEqual({ x: 10, y: -15 });
    expect(formation.place(3, { x: 50, y: 0 }).x).toBeCloseTo(11, 9);
    expect(formation.place(1, { x: 0, y: 0 }).x).toBeCloseTo(-50, 9);
    expect(formation.kickOffPlace(2, false).x).toBeLessThan(0);
    expect(formation.role(3).name).toBe('Right');
  });

  it.each([
    [{ format: 'other' }, 'format: "other" is not "rcss-formation-1"'],
    [{ method: 'spline' }, 'method: "spline" is not "interpolated" or "fixed"'],
    [{ roles: [] }, 'roles: 0 roles; 1 to 11 are allowed'],
    [
      { roles: [{ name: 'A', line: 'goal' }] },
      'roles[0].line: "goal" is not one of goalie, defense, midfield, attack',
    ],
    [
      { roles: [{ name: 'A', line: 'goalie', mirror: 9 }] },
      'roles[0].mirror: 9 is not a number of a role (1–1)',
    ],
    [{ samples: [] }, 'samples: the list is empty; one sample is needed'],
    [
      { samples: [document.samples[0], document.samples[0]] },
      'samples[1].ball: (-50, 0) is the ball of samples[0] too',
    ],
    [
      { samples: [{ ball: { x: 1, y: 'a' }, players: [] }] },
      'samples[0].ball.y: "a" is not a number from -80 to 80 (meters)',
    ],
    [{ samples: [{ ball: { x: 1, y: 1 }, players: [] }] }, 'samples[0].players: 0 places for 3 roles'],
    [{ method: 'fixed' }, 'samples: 3 samples; a fixed formation has one'],
  ])('names the place of an error in %j', (change, message) => {
    expect(() => readFormationDocument({ ...document, ...change })).toThrow(message);
  });
});

describe('formation files of editors', () => {
  it('are read as they are written, to centimeters', () => {
    expect(parseFormationFile(formatFormationFile(document))).toEqual(document);
    const sampled = sampleFormation(FOUR_THREE_THREE);
    const again = createFormation(parseFormationFile(formatFormationFile(sampled)));
    for (const ball of [
      { x: -33, y: 20 },
      { x: 12, y: -3 },
      { x: 50, y: 33 },
    ]) {
      for (let unum = 1; unum <= 11; unum++) {
        const place = again.place(unum, ball);
        expect(Math.abs(place.x - FOUR_THREE_THREE.place(unum, ball).x)).toBeLessThan(1.5);
        expect(Math.abs(place.y - FOUR_THREE_THREE.place(unum, ball).y)).toBeLessThan(1.5);
      }
    }
  });

  it('have the form that editors write', () => {
    const content = JSON.parse(formatFormationFile(document));
    expect(content.method).toBe('DelaunayTriangulation');
    expect(content.role[1]).toEqual({ number: 2, name: 'Left', type: 'DF', side: 'L', pair: 3 });
    expect(content.data[1]).toMatchObject({ index: 1, ball: { x: 50, y: -30 }, 2: { x: 10, y: -15 } });
  });

  it('are read in the text form of earlier editors', () => {
    const places = (own: readonly number[][]): string =>
      own.map((xy, i) => `${i + 1} ${xy.join(' ')}`).join('\n');
    const samples = document.samples.map(
      ({ ball, players }, i) =>
        `----- ${i} -----\nBall ${ball.x} ${ball.y}\n${places(players.map(({ x, y }) => [x, y]))}`,
    );
    const text = `Formation DelaunayTriangulation 2\nBegin Roles\n1 Goalie 0\n2 CenterBack -1\n3 SideForward 2\nEnd Roles\nBegin Samples 2 3\n${samples.join('\n')}\nEnd Samples\nEnd\n`;
    const roles = [
      { name: 'Goalie', line: 'goalie' },
      { name: 'CenterBack', line: 'defense', mirror: 3 },
      { name: 'SideForward', line: 'attack', mirror: 2 },
    ];
    expect(parseFormationFile(text)).toEqual({ ...document, roles });
    expect(parseFormationFile(text.replaceAll('\n', '\r\n'))).toEqual({ ...document, roles });
  });

  it('are read in the text form with one sample, and roles by their names', () => {
    const read = parseFormationFile(
      '# set play\nFormation Static\n1 Goalie -49.0 0.0\n2 SideBack -15 -8\n\nEnd\n',
    );
    expect(read.roles.map(({ line }) => line)).toEqual(['goalie', 'defense']);
    expect(createFormation(read).place(2, { x: 30, y: 3 })).toEqual({ x: -15, y: -8 });
  });

  it('reads a file for set plays, which has one sample and no types', () => {
    const role = [{ number: 1, name: 'Role', type: 'Unknown', side: 'C', pair: 0 }];
    const data = [{ index: 0, ball: { x: 0, y: 0 }, 1: { x: -50, y: 1 } }];
    const read = parseFormationFile(JSON.stringify({ version: '', method: 'Static', role, data }));
    expect(createFormation(read).place(1, { x: 40, y: 20 })).toEqual({ x: -50, y: 1 });
  });

  it.each([
    ['Form Static', 'the file is neither JSON nor text that begins with "Formation"'],
    ['Formation NGNet 2', 'method: "NGNet" is not one of DelaunayTriangulation, Static'],
    ['Formation Static', 'line last: the end of the file where "Begin Roles" is expected'],
    ['Formation Static 2\nBegin Roles\n2 Back 0', 'line 3: role number "2" where 1 is expected'],
    [
      'Formation Static 2\nBegin Roles\n1 Goalie 0\nEnd Roles\nBegin Samples 2 1\n----- 0 -----\nBall 0 0\n2 1 1',
      'line 8: "2" where the place of number 1 is expected',
    ],
    [
      'Formation Static 2\nBegin Roles\n1 Goalie 0\nEnd Roles\nBegin Samples 2 1\nBall 0 x\n1 1 1\nEnd Samples',
      'samples[0].ball.y: null is not a number',
    ],
    ['{"method":"NGNet"}', 'method: "NGNet" is not one of DelaunayTriangulation, Static'],
    ['{"method":"Static"}', 'role: the list of roles is missing'],
    ['{"method":"Static","role":[{"number":2}],"data":[]}', 'role: number 2 where 1 is expected'],
    ['{"method":"Static","role":[{"number":1}],"data":[{}]}', 'samples[0].ball.x: nothing is not a number'],
  ])('refuses %s', (text, message) => {
    expect(() => parseFormationFile(text)).toThrow(message);
  });
});

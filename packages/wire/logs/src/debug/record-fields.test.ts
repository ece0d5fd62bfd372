import { expect, it } from 'vitest';
import { parseDebugLine } from './debug-log.js';

const WHOLE_NUMBER = 'a whole number from';
const METERS = 'a number from -10000 to 10000';
const ANGLE = 'a number from -360 to 360';
const TEXT = 'a text of at most 4096 characters';

/** Record with a value at a place, such as `shapes[0].x`. The objects and lists around it are complete. */
function createRecord(place: string, value: unknown): unknown {
  const record: Record<string, unknown> = {
    time: 1,
    side: 'l',
    unum: 2,
    beliefs: { self: { x: 0, y: 0 }, ball: { x: 0, y: 0 }, players: [{ x: 0, y: 0 }] },
    target: { point: { x: 0, y: 0 } },
    shapes: [
      { kind: 'circle', x: 0, y: 0, radius: 1 },
      { kind: 'line', x1: 0, y1: 0, x2: 1, y2: 1 },
      {
        kind: 'polygon',
        points: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      },
      { kind: 'label', x: 0, y: 0, text: '' },
    ],
    texts: [{ text: '' }],
    messages: [{ direction: 'sent', text: '' }],
  };
  const path = place.split(/[.[\]]+/).filter((part) => part !== '');
  const last = path.pop() as string;
  let owner = record;
  for (const part of path) owner = owner[part] as Record<string, unknown>;
  owner[last] = value;
  return record;
}

/** Place of a field, values that are allowed, values that are not, and how the error describes what is allowed. */
const FIELDS: readonly (readonly [string, readonly unknown[], readonly unknown[], string])[] = [
  ['time', [0, 10_000_000], [-1, 10_000_001, 1.5, '1'], `${WHOLE_NUMBER} 0 to 10000000`],
  ['stoppageTime', [0, 10_000_000], [-1, 10_000_001], `${WHOLE_NUMBER} 0 to 10000000`],
  ['side', ['l', 'r'], ['left', 1], '"l" or "r"'],
  ['unum', [0, 11], [-1, 12], `${WHOLE_NUMBER} 0 to 11`],
  ['beliefs', [{}], [[], null, 1], 'an object'],
  ['beliefs.self', [{ x: 1, y: 2 }], ['here'], 'an object'],
  ['beliefs.self.body', [-360, 360], [-361, 361], ANGLE],
  ['beliefs.self.neck', [-360, 360], [-361, 361], ANGLE],
  ['beliefs.ball', [{ x: 1, y: 2 }], [null], 'an object'],
  ['beliefs.ball.x', [-10_000, 10_000], [-10_001, 10_001, null], METERS],
  ['beliefs.ball.y', [-10_000, 10_000], [-10_001, 10_001], METERS],
  ['beliefs.ball.vx', [-10_000, 10_000], [-10_001, 'fast'], METERS],
  ['beliefs.ball.vy', [-10_000, 10_000], [-10_001, 'fast'], METERS],
  ['beliefs.ball.age', [0, 1_000_000], [-1, 1_000_001], `${WHOLE_NUMBER} 0 to 1000000`],
  ['beliefs.ball.note', ['', 'x'.repeat(4096)], ['x'.repeat(4097), 1], TEXT],
  ['beliefs.players', [[]], [{}], 'a list of at most 4096 entries'],
  ['beliefs.players[0]', [{ x: 1, y: 2 }], [7], 'an object'],
  ['beliefs.players[0].side', ['l', 'r'], ['u'], '"l" or "r"'],
  ['beliefs.players[0].unum', [1, 11], [0, 12], `${WHOLE_NUMBER} 1 to 11`],
  ['beliefs.players[0].goalie', [true, false], [1], 'true or false'],
  ['beliefs.players[0].body', [-360, 360], [-361, 361], ANGLE],
  ['target', [{}], [3], 'an object'],
  ['target.unum', [1, 11], [0, 12], `${WHOLE_NUMBER} 1 to 11`],
  ['target.point', [{ x: 1, y: 1 }], [1], 'an object'],
  ['target.point.x', [-10_000, 10_000], [10_001], METERS],
  ['target.point.y', [-10_000, 10_000], [10_001], METERS],
  ['shapes', [[]], [{}], 'a list of at most 4096 entries'],
  ['shapes[0].radius', [0, 10_000], [10_001], METERS],
  ['shapes[0].fill', [true, false], ['red'], 'true or false'],
  ['shapes[0].level', [1, 32], [0, 33], `${WHOLE_NUMBER} 1 to 32`],
  ['shapes[0].color', ['red', '#f00'], ['x'.repeat(21)], 'a text of at most 20 characters'],
  ['shapes[1].x1', [-10_000], [10_001], METERS],
  ['shapes[1].y1', [-10_000], [10_001], METERS],
  ['shapes[1].x2', [-10_000], [10_001], METERS],
  ['shapes[1].y2', [-10_000], [10_001], METERS],
  ['shapes[2].points', [createTriangle()], [7], 'a list of at most 4096 entries'],
  ['shapes[2].points', [createTriangle()], [createTriangle().slice(1)], 'a list of at least 3 corners'],
  ['shapes[2].points[1]', [[2, 2]], [[2], [2, 2, 2], 2], '[x, y]'],
  ['shapes[3].text', ['x'.repeat(4096)], ['x'.repeat(4097)], TEXT],
  ['texts', [[]], ['x'], 'a list of at most 4096 entries'],
  ['texts[0]', [{ text: '' }], ['x'], 'an object'],
  ['texts[0].text', ['x'.repeat(4096)], ['x'.repeat(4097)], TEXT],
  ['texts[0].level', [1, 32], [0, 33], `${WHOLE_NUMBER} 1 to 32`],
  ['messages', [[]], ['x'], 'a list of at most 4096 entries'],
  ['messages[0]', [{ direction: 'received', text: '' }], ['x'], 'an object'],
  ['messages[0].direction', ['received', 'sent'], ['up'], '"received" or "sent"'],
  ['messages[0].text', ['x'.repeat(65_536)], ['x'.repeat(65_537)], 'a text of at most 65536 characters'],
];

function createTriangle(): [number, number][] {
  return [
    [0, 0],
    [1, 0],
    [0, 1],
  ];
}

it.each(FIELDS)('%s of a debug record is checked at its limits', (place, allowed, refused, description) => {
  for (const value of allowed) {
    const record = createRecord(place, value);
    expect(parseDebugLine(JSON.stringify(record))).toEqual({ ok: true, value: record });
  }
  for (const value of refused) {
    const parsed = parseDebugLine(JSON.stringify(createRecord(place, value)));
    const message = parsed.ok ? 'no error' : parsed.error.message;
    expect(message.slice(0, place.length + 2)).toBe(`${place}: `);
    expect(message.endsWith(`; ${description} is allowed`)).toBe(true);
  }
});

it('a field that is needed and missing is named', () => {
  for (const place of [
    'time',
    'side',
    'unum',
    'shapes[0].kind',
    'shapes[0].x',
    'shapes[1].y2',
    'shapes[2].points',
  ])
    expect([place, parseDebugLine(JSON.stringify(createRecord(place, undefined)))]).toMatchObject([
      place,
      { ok: false, error: { message: expect.stringContaining(`${place}: missing; `) } },
    ]);
});

it.each([
  ['target', '[', ']', 'target: a deeply nested list is wrong; an object is allowed'],
  [
    'time',
    '{"a":',
    '}',
    'time: a deeply nested object is wrong; a whole number from 0 to 10000000 is allowed',
  ],
])('a deeply nested value of %s is a wrong field', (field, open, close, message) => {
  const nested = `${open.repeat(200_000)}1${close.repeat(200_000)}`;
  const line = `{"time":1,"side":"l","unum":2,"${field}":${nested}}`;
  expect(parseDebugLine(line)).toEqual({ ok: false, error: { code: 'bad_field', message } });
});

import type { DebugRecord, DebugShape } from '@rcss/core/debug-channel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDebugHeader, formatDebugRecord, parseDebugLine, readDebugLog } from './debug-log.js';

const meters = fc.double({ min: -100, max: 100, noNaN: true }).map((value) => value + 0);
const style = fc.record(
  {
    level: fc.integer({ min: 1, max: 32 }),
    color: fc.constantFrom('#f80', '#00ff80', 'orange'),
  },
  { requiredKeys: [] },
);
const shape: fc.Arbitrary<DebugShape> = fc
  .tuple(
    style,
    fc.oneof(
      fc.record({ kind: fc.constant('point' as const), x: meters, y: meters }),
      fc.record({ kind: fc.constant('line' as const), x1: meters, y1: meters, x2: meters, y2: meters }),
      fc.record({
        kind: fc.constant('circle' as const),
        x: meters,
        y: meters,
        radius: fc.double({ min: 0, max: 50, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant('polygon' as const),
        points: fc.array(fc.tuple(meters, meters), { minLength: 3, maxLength: 5 }),
        fill: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('label' as const), x: meters, y: meters, text: fc.string() }),
    ),
  )
  .map(([look, geometry]) => ({ ...geometry, ...look }));
const motion = { x: meters, y: meters, vx: meters, vy: meters, age: fc.nat(100), note: fc.string() };
const record: fc.Arbitrary<DebugRecord> = fc.record(
  {
    time: fc.nat(6000),
    side: fc.constantFrom('l' as const, 'r' as const),
    unum: fc.integer({ min: 0, max: 11 }),
    stoppageTime: fc.nat(100),
    beliefs: fc.record(
      {
        self: fc.record({ ...motion, body: meters, neck: meters }, { requiredKeys: ['x', 'y'] }),
        ball: fc.record(motion, { requiredKeys: ['x', 'y'] }),
        players: fc.array(
          fc.record(
            {
              ...motion,
              side: fc.constantFrom('l' as const, 'r' as const),
              unum: fc.integer({ min: 1, max: 11 }),
              goalie: fc.boolean(),
              body: meters,
            },
            { requiredKeys: ['x', 'y'] },
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
    target: fc.record(
      { point: fc.record({ x: meters, y: meters }), unum: fc.integer({ min: 1, max: 11 }) },
      { requiredKeys: [] },
    ),
    shapes: fc.array(shape, { maxLength: 4 }),
    texts: fc.array(fc.record({ text: fc.string(), level: fc.integer({ min: 1, max: 32 }) }), {
      maxLength: 3,
    }),
    messages: fc.array(
      fc.record({ direction: fc.constantFrom('received' as const, 'sent' as const), text: fc.string() }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['time', 'side', 'unum'] },
);

describe('debug records as JSON lines', () => {
  it('reads every record that it writes', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        const text = [formatDebugHeader(), ...records.map(formatDebugRecord)].join('\n');
        const log = readDebugLog(text);
        expect(log.problems).toEqual([]);
        expect(log.records).toEqual(JSON.parse(JSON.stringify(records)));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['{"time":-1,"side":"l","unum":1}', 'time: -1 is wrong; a whole number from 0 to 10000000 is allowed'],
    ['{"time":1,"side":"left","unum":1}', 'side: "left" is wrong; "l" or "r" is allowed'],
    ['{"time":1,"side":"l","unum":12}', 'unum: 12 is wrong; a whole number from 0 to 11 is allowed'],
    [
      '{"time":1,"side":"l","unum":1,"shapes":[{"kind":"box"}]}',
      'shapes[0].kind: "box" is wrong; one of "point", "line", "circle", "polygon", "label" is allowed',
    ],
    [
      '{"time":1,"side":"l","unum":1,"shapes":[{"kind":"circle","x":1,"y":1,"radius":-2}]}',
      'shapes[0].radius: -2 is wrong; a number from 0 to 10000 is allowed',
    ],
    [
      '{"time":1,"side":"l","unum":1,"beliefs":{"players":[{"x":1}]}}',
      'beliefs.players[0].y: missing; a number from -10000 to 10000 is allowed',
    ],
    [
      '{"time":1,"side":"l","unum":1,"texts":[{"text":"a","level":33}]}',
      'texts[0].level: 33 is wrong; a whole number from 1 to 32 is allowed',
    ],
    [
      '{"time":1,"side":"l","unum":1,"shapes":[{"kind":"point","x":1,"y":1,"color":"url(x)"}]}',
      'shapes[0].color: "url(x)" is wrong; "#rgb", "#rrggbb" or a color name of CSS is allowed',
    ],
    ['[1]', 'record: [1] is wrong; an object is allowed'],
    ['{"time":', '"{\\"time\\":" is not a JSON object'],
    ['{"format":"rcss-debug","version":2}', 'version 2 is unknown; this program reads version 1'],
  ])('refuses %s', (line, message) => {
    const parsed = parseDebugLine(line);
    expect(parsed.ok ? '' : parsed.error.message).toBe(message);
  });

  it('a list may have 4096 entries', () => {
    const createLine = (count: number): string =>
      JSON.stringify({ time: 1, side: 'l', unum: 2, texts: Array(count).fill({ text: '' }) });
    expect(parseDebugLine(createLine(4096)).ok).toBe(true);
    const refused = parseDebugLine(createLine(4097));
    expect(refused.ok ? '' : refused.error.message).toBe(
      'texts: 4097 is wrong; a list of at most 4096 entries is allowed',
    );
  });

  it('names file and line of a problem and continues', () => {
    const log = readDebugLog(
      '{"time":1,"side":"l","unum":2}\n\nx\n{"time":2,"side":"l","unum":2}\n',
      'a.jsonl',
    );
    expect(log.records.map(({ time }) => time)).toEqual([1, 2]);
    expect(log.problems).toEqual([{ line: 3, message: 'a.jsonl: line 3: "x" is not a JSON object' }]);
  });

  it('ignores unknown fields', () => {
    const parsed = parseDebugLine('{"time":1,"side":"r","unum":3,"mood":"good"}');
    expect(parsed).toEqual({ ok: true, value: { time: 1, side: 'r', unum: 3 } });
  });
});

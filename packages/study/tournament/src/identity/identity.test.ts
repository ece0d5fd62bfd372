import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import { hashJson, type Job, jobId } from './job-id.js';

describe('canonical JSON', () => {
  it('sorts fields by UTF-16 code units and writes numbers as RFC 8785 does', () => {
    // Example of RFC 8785, section 3.2.2, and the order of section 3.2.3.
    expect(
      canonicalJson({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const order = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 };
    expect(Object.values(JSON.parse(canonicalJson(order)))).toHaveLength(7);
    expect(canonicalJson(order)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
  });

  it('is JSON of an equal value, and does not depend on the order of fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reverseFields(value))).toBe(text);
      }),
    );
  });

  it('names the place of what is not JSON', () => {
    expect(() => canonicalJson({ a: [1, Number.NaN] })).toThrow('$.a[1]: NaN is not a number of JSON');
    expect(() => canonicalJson({ f: () => 1 })).toThrow('$.f: a value of type function is not JSON');
    expect(() => canonicalJson([undefined])).toThrow('$[0]: a value of type undefined');
    expect(() => canonicalJson('\ud800')).toThrow('half a surrogate pair');
    const cycle: Record<string, unknown> = {};
    cycle['self'] = { cycle };
    expect(() => canonicalJson(cycle)).toThrow('$.self.cycle: the value contains itself');
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

function reverseFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseFields);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, item]) => [name, reverseFields(item)]);
  return Object.fromEntries(entries.reverse());
}

const job: Job = {
  left: { name: 'Foxes', version: 'abc', options: { depth: 2, speed: 1 } },
  right: { name: 'Herons', version: 'def' },
  seed: 7,
  match: { parameters: { server: { half_time: 100 } } },
  engine: '0.1.0',
};

describe('identity of a match', () => {
  it('is SHA-256 of the canonical JSON, the same on every machine', () => {
    expect(hashJson({ b: 1, a: [2] })).toBe(createHash('sha256').update('{"a":[2],"b":1}').digest('hex'));
    expect(jobId(job)).toMatch(/^[0-9a-f]{64}$/);
    expect(jobId(JSON.parse(JSON.stringify(job)))).toBe(jobId(job));
    const reordered = { ...job, left: { options: { speed: 1, depth: 2 }, version: 'abc', name: 'Foxes' } };
    expect(jobId(reordered)).toBe(jobId(job));
  });

  it('differs if anything differs that decides the match: teams, sides, seed, parameters, engine, repetition', () => {
    const others: Job[] = [
      { ...job, seed: 8 },
      { ...job, left: job.right, right: job.left },
      { ...job, engine: '0.1.1' },
      { ...job, repetition: 1 },
      { ...job, right: { ...job.right, version: 'xyz' } },
      { ...job, left: { ...job.left, options: { depth: 3, speed: 1 } } },
      { ...job, match: { parameters: { server: { half_time: 300 } } } },
    ];
    expect(new Set([job, ...others].map(jobId)).size).toBe(others.length + 1);
  });

  it('does not depend on fields that a program added', () => {
    expect(jobId({ ...job, note: 'x' } as Job)).toBe(jobId({ ...job, repetition: 0 }));
  });
});

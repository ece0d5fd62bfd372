import { describe, expect, it } from 'vitest';
import { addTeamOptions, mergeOptions } from './team-options.js';

describe('options of a team', () => {
  it('are merged group by group; names with dots are names in groups', () => {
    expect(mergeOptions({ a: { x: 1, y: 2 }, b: 1 }, { 'a.y': 3, b: { z: 4 }, 'c.d.e': 5 })).toEqual({
      a: { x: 1, y: 3 },
      b: { z: 4 },
      c: { d: { e: 5 } },
    });
    expect(mergeOptions({ 'a.x': 1, a: { y: 2 } }, { list: [1, 2] })).toEqual({
      a: { x: 1, y: 2 },
      list: [1, 2],
    });
  });

  it('cannot change the prototype of objects', () => {
    const merged = mergeOptions(JSON.parse('{"__proto__":{"x":1},"constructor.prototype.y":2}'), {});
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
    expect(Object.keys(merged)).toEqual(['__proto__', 'constructor']);
  });

  it('are an object of a module and JSON in the environment of a start command', () => {
    expect(addTeamOptions({ name: 'A', module: 'm', options: { a: 1 } }, { b: 2 })).toEqual({
      name: 'A',
      module: 'm',
      options: { a: 1, b: 2 },
    });
    const started = { name: 'A', start: './run', environment: { LANG: 'C', RCSS_OPTIONS: '{"a":1}' } };
    expect(addTeamOptions(started, { b: 2 })).toEqual({
      ...started,
      environment: { LANG: 'C', RCSS_OPTIONS: '{"a":1,"b":2}' },
    });
    const other = { ...started, environment: { RCSS_OPTIONS: 'of another program' } };
    expect(addTeamOptions(other, { b: 2 })).toEqual(other);
    expect(addTeamOptions({ name: 'A', remote: true }, { b: 2 })).toEqual({ name: 'A', remote: true });
  });
});

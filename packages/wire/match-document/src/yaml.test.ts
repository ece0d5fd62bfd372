import { describe, expect, it } from 'vitest';
import { readYaml } from './yaml.js';

const read = (text: string): unknown => {
  const { result } = readYaml(text);
  return result.ok ? result.value : result.error.map(({ message }) => message);
};

describe('a text in YAML', () => {
  it('is a value whose fields have lines', () => {
    const text = readYaml('# a file\na:\n  - { b: 1 }\n"c d": 2\n');
    expect(text.result).toEqual({ ok: true, value: { a: [{ b: 1 }], 'c d': 2 } });
    const paths = ['', 'a[0].b', 'a[0].x.y', 'a[1]', '["c d"]', 'x'];
    expect(paths.map(text.findLine)).toEqual([null, 3, 3, 3, 4, null]);
    expect(paths.map(text.findGivenLine)).toEqual([null, 3, null, null, 4, null]);
  });

  it.each([
    ['lists', 'a:\n  b: ', '['],
    ['closed lists', 'a:\n  b: ', '[', ']'],
    ['objects', 'a:\n  b: ', '{a: '],
    ['items', 'a:\n  b:\n', '- '],
    ['keys', 'a:\n  b:\n    ', '? '],
  ])('with 100,000 levels of %s is refused at its line', (_, start, open, close = '') => {
    expect(read(start + open.repeat(100_000) + close.repeat(100_000))).toEqual([
      expect.stringMatching(/^line [23], column \d+: more than 100 levels of lists and objects$/),
    ]);
  });

  it('with more than a million characters is refused', () => {
    expect(read('#'.repeat(1_000_001))).toEqual([
      'line 1, column 1: the text has 1000001 characters; at most 1000000 are read',
    ]);
  });

  it('whose key is there twice has the place of the second one', () => {
    const keys = Array.from({ length: 3_000 }, (_, i) => `k${i}: ${i}`);
    expect(Object.keys(read(keys.join('\n')) as object)).toHaveLength(3_000);
    expect(read(`${keys.join('\n')}\nk7: 1`)).toEqual(['line 3001, column 1: the key k7 is there twice']);
  });

  it('has at most 20 problems', () => {
    expect(read(`[${','.repeat(5_000)}`)).toHaveLength(20);
  });

  it('may use the values of anchors, at most 100, before which they are', () => {
    expect(read('a: &a { x: 1 }\nb: *a')).toEqual({ a: { x: 1 }, b: { x: 1 } });
    const levels = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`);
    expect(read(['a0: &a0 [x]', ...levels].join('\n'))).toEqual([
      'line 2, column 10: aliases of nothing, or for more than 100 values; write the values',
    ]);
    expect(read(`a: &a 1\nb: [${'*a, '.repeat(1000)}]`)).toEqual([
      'line 2, column 405: more than 100 aliases (*a); write the values',
    ]);
    expect(read('a: &a\n  - *a')).toEqual(['line 2, column 5: *a stands for a value that contains it']);
    expect(read('a: *b')).toEqual([expect.stringContaining('line 1, column 4: aliases of nothing')]);
  });

  it('is one document', () => {
    expect(read('a: 1\n---\nb: 2')).toEqual(['line 2, column 1: a second document; write one']);
    expect(read('')).toBeNull();
  });
});

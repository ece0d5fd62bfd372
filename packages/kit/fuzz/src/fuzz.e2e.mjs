import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { reduceCorpus } from './corpus.mjs';
import { instrument } from './instrument.mjs';
import { runTarget } from './run-target.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** Runs a target whose decoder is a source of a repository. */
function fuzz(decoder, target, { inputs, limitSeconds = 60 }) {
  const root = join(folder, String(count++));
  const write = (path, text) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  write('packages/a/src/decoder.ts', decoder);
  const entry = write(
    'packages/a/test/fuzz/toy.ts',
    `import { decode } from '../../src/decoder.js';\nexport default ${target};`,
  );
  const output = join(root, 'output');
  const limits = { inputs, seconds: Number.POSITIVE_INFINITY, limitSeconds };
  return runTarget({
    root,
    entry,
    name: 'toy',
    corpus: join(root, 'corpus.jsonl'),
    output,
    seed: 1,
    keepBytes: 1000,
    ...limits,
  });
}

const firstLines = ({ findings }) => findings.map(({ text }) => text.split('\n')[0]);

describe('a fault', () => {
  const NESTED = `export function decode(bytes: Uint8Array): void {
    if (bytes[0] !== 7) return;
    if (bytes[1] !== 99) return;
    if (bytes[2] !== 3) return;
    if (bytes[3] === 200) throw new TypeError('planted');
  }`;

  it('after four comparisons is found step by step, and its input is shortened', async () => {
    const result = await fuzz(NESTED, "{ seeds: ['hello, world'], run: decode }", { inputs: 100_000 });
    expect(firstLines(result)).toEqual(['TypeError: planted']);
    expect([...readFileSync(result.findings[0].path)]).toEqual([7, 99, 3, 200]);
  });

  it('a property that all objects get is one, and the next input has objects without it', async () => {
    const decoder = `export const decode = (bytes: Uint8Array): void => {
      const target: Record<string, Record<string, unknown>> = {};
      if (bytes[0] === 95) Object.assign(target['__proto__'], { isForeign: true });
      else if ('isForeign' in target) throw new Error('still there');
    };`;
    const result = await fuzz(decoder, "{ seeds: ['_', 'x'], run: decode }", { inputs: 2 });
    expect(firstLines(result)).toEqual(['Error: All objects have got isForeign']);
  });

  it('after a word of the source is found with this word', async () => {
    const decoder = `export const decode = (bytes: Uint8Array): string => {
      const text = new TextDecoder('latin1').decode(bytes);
      return text.startsWith('(unlikely_word ') && text.endsWith(')') ? JSON.parse('{') : text;
    };`;
    const result = await fuzz(decoder, "{ seeds: ['(a 1)'], run: decode }", { inputs: 50_000 });
    expect(firstLines(result)).toEqual([expect.stringContaining('SyntaxError')]);
  });

  it('that never answers is named, with its input', async () => {
    const decoder = 'export const decode = (bytes: Uint8Array): void => { while (bytes.length > 0); };';
    const result = await fuzz(decoder, "{ seeds: ['x'], run: decode }", { inputs: 1, limitSeconds: 0.5 });
    expect(firstLines(result)).toEqual(['No answer within 0.5 s']);
    expect(readFileSync(result.findings[0].path, 'latin1')).toBe('x');
  });
});

it('the same seed gives the same inputs', async () => {
  const decoder = `export function decode(bytes: Uint8Array): void {
    let depth = 0;
    for (const byte of bytes) depth += byte === 40 ? 1 : byte === 41 ? -1 : 0;
    if (depth > 3 || depth < -3) decode(bytes.subarray(1));
  }`;
  const run = async () => {
    const { done, kept, reached, small } = await fuzz(decoder, "{ seeds: ['(a)'], run: decode }", {
      inputs: 500,
    });
    return { done, kept, reached, small: small.map((bytes) => Buffer.from(bytes).toString('hex')) };
  };
  const first = await run();
  expect(first.kept).toBeGreaterThan(3);
  expect(await run()).toEqual(first);
});

describe('counters', () => {
  it('do not change what a source does', () => {
    const source = `
      function* numbers(limit: number): Generator<number> { for (let i = 0; i < limit; i++) yield i; }
      class A { #x: number; constructor(x = 3) { this.#x = x; } get x(): number { return this.#x > 2 ? this.#x : -1; } }
      const twice = (n: number): number => n * 2, pair = (n: number) => ({ n });
      export function run(n: number): unknown[] {
        const out: unknown[] = [];
        if (n > 2) out.push('big'); else if (n > 1) out.push('two'); else out.push(n || 'zero');
        do out.push(n); while (n-- > 3);
        for (const i of numbers(3)) switch (i) { case 0: out.push('a'); case 1: out.push('b'); break; default: out.push(i % 2 || 'even'); }
        try { if (n < 0 && (n as unknown) !== null) throw new Error('negative'); } catch { out.push('caught'); }
        for (const key in pair(n)) out.push(key, twice(n), new A(n).x, new A().x);
        return out;
      }`;
    const compile = (text) => {
      const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
      const module = { exports: {} };
      const hits = new Uint8Array(100);
      new Function('module', 'exports', '__hits', code)(module, module.exports, hits);
      return { run: module.exports.run, hits };
    };
    let next = 0;
    const words = [];
    const counted = compile(
      instrument(
        source,
        'a.ts',
        () => next++,
        (word) => words.push(word),
      ),
    );
    const plain = compile(source);
    for (let n = -2; n < 6; n++) expect(counted.run(n)).toEqual(plain.run(n));
    expect(next).toBeGreaterThan(20);
    expect([...counted.hits.slice(0, next)].every((hit) => hit > 0)).toBe(true);
    expect(words).toContain('zero');
  });
});

it('the small corpus reaches all that the whole one reaches', () => {
  const entry = (length, features) => ({ bytes: Buffer.alloc(length, features[0]), features });
  const entries = [entry(9, [1, 2, 3]), entry(2, [1]), entry(3, [1, 2]), entry(4, [2]), entry(900, [4])];
  const small = reduceCorpus(entries, 100);
  expect(small.map(({ length }) => length)).toEqual([2, 3, 9]);
});

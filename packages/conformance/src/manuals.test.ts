import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadManuals, renderPage, runStep } from './manuals.mjs';

const PAGE = new URL('../../../docs/use/team/from-the-manuals.md', import.meta.url);
interface Row {
  readonly name: string;
  readonly manual: string;
  readonly section: string;
  readonly here: string;
  readonly probe?: Readonly<Record<string, unknown>> & {
    readonly steps?: readonly Record<string, unknown>[];
  };
}
const tables: { readonly rows: readonly Row[] }[] = await loadManuals();
const rows = tables.flatMap((table) => table.rows);

test('the page "From the manuals" is written from the rows (rcss-conformance manuals --page)', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(renderPage(page, tables));
});

test('every row names a claim, its section and what holds instead; no claim occurs twice in a table', () => {
  for (const { manual, section, here } of rows) expect([manual, section, here].every(Boolean)).toBe(true);
  for (const table of tables) {
    expect(new Set(table.rows.map(({ manual }) => manual)).size).toBe(table.rows.length);
  }
});

test('every probe checks something', () => {
  for (const { name, probe } of rows) {
    if (probe === undefined) continue;
    const checks = [
      probe.written,
      probe.output,
      ...(probe.steps ?? []).flatMap((step: Record<string, unknown>) => [
        step.expect,
        step.absent,
        step.count,
      ]),
    ];
    expect(checks.some(Boolean), name).toBe(true);
  }
});

/** A session in which every message to a client is answered by `reply`. */
const answering = (reply: string) => {
  const lines: [string, number, string][] = [];
  return { lines, sendAndWait: async (id: string) => void lines.push([id, 0, reply]) };
};

test.each([
  ['a message that is missing', { expect: { L1: '(ok)' } }, /L1 did not receive \(ok\)/],
  ['a message that is not allowed', { absent: { L1: /^\(error/ } }, /L1 received \(error x\)/],
  ['a wrong number of messages', { count: { L1: [/error/, 2] } }, /received 1 of 2/],
])('a step fails for %s', async (_, checks, message) => {
  await expect(runStep(answering('(error x)'), { send: { L1: '(dash)' }, ...checks })).rejects.toThrow(
    message,
  );
});

test('a step passes if its messages arrive', async () => {
  const step = { send: { L1: ['(a)', '(b)'] }, expect: { L1: '(ok)' }, count: { L1: ['(ok)', 2] } };
  await expect(runStep(answering('(ok)'), step)).resolves.toBeUndefined();
});

test('a page without a place for a table is refused', () => {
  expect(() => renderPage('', tables)).toThrow(/no place for the tables programs/);
});

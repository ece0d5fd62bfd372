/** Share of the mutants that a test notices, in percent. Mutants that no test reaches count as survivors. */
export function scoreOf({ killed, timeout, survived, uncovered }) {
  const all = killed + timeout + survived + uncovered;
  return all === 0 ? 100 : (100 * (killed + timeout)) / all;
}

const EMPTY = { killed: 0, timeout: 0, survived: 0, uncovered: 0 };

/** Counts by key, in the order of the keys. */
export function countBy(results, keyOf) {
  const counts = new Map();
  for (const result of results) {
    if (!(result.status in EMPTY)) continue;
    const key = keyOf(result);
    const count = counts.get(key) ?? { ...EMPTY };
    count[result.status]++;
    counts.set(key, count);
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Table of the counts in Markdown. */
export function formatTable(title, counts) {
  const rows = [...counts].map(([key, count]) => [
    key,
    ...Object.keys(EMPTY).map((name) => count[name]),
    `${scoreOf(count).toFixed(1)} %`,
  ]);
  const head = [title, 'killed', 'timed out', 'survived', 'not reached', 'score'];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => String(row[i]).length)));
  const line = (row) =>
    `| ${row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

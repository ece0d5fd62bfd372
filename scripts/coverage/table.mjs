import { packageFolderOf } from '../workspace.mjs';

/** Share of lines that the tests of these packages must reach, in percent. */
export const MIN_LINES = 90;

/** Packages with a gate: the formats, the engine and the rules. */
export const GATED = [
  ...['sexp', 'params', 'physics', 'sensors', 'referee', 'simulator'].map(
    (name) => `packages/engine/${name}`,
  ),
  'packages/wire/protocol',
  'packages/wire/logs',
];

const percent = ({ covered, total }) => (total === 0 ? 100 : (100 * covered) / total);

/**
 * Sums a coverage summary by package.
 *
 * @param {Record<string, { lines: { total: number, covered: number }, branches: { total: number, covered: number } }>} summary by
 *   path relative to the repository (`packages/engine/core/src/world.ts`)
 * @returns {{ folder: string, lines: number, branches: number, files: { path: string, lines: number, missed: number }[] }[]}
 *   percentages; files with the most lines that no test reached first
 */
export function coverageByPackage(summary) {
  const packages = new Map();
  for (const [path, { lines, branches }] of Object.entries(summary)) {
    const folder = packageFolderOf(path);
    if (folder === undefined) continue;
    const entry = packages.get(folder) ?? {
      lines: { covered: 0, total: 0 },
      branches: { covered: 0, total: 0 },
      files: [],
    };
    packages.set(folder, entry);
    for (const [sum, part] of [
      [entry.lines, lines],
      [entry.branches, branches],
    ]) {
      sum.covered += part.covered;
      sum.total += part.total;
    }
    entry.files.push({ path, lines: percent(lines), missed: lines.total - lines.covered });
  }
  return [...packages]
    .map(([folder, { lines, branches, files }]) => ({
      folder,
      lines: percent(lines),
      branches: percent(branches),
      files: files.sort((a, b) => b.missed - a.missed || (a.path < b.path ? -1 : 1)),
    }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const round = (number) => number.toFixed(1);

/** The table as Markdown. */
export function coverageTable(packages) {
  return [
    '| package | lines, % | branches, % | at least, % | file with the most lines missed |',
    '|---|---:|---:|---:|---|',
    ...packages.map(({ folder, lines, branches, files: [worst] }) => {
      const gate = GATED.includes(folder) ? String(MIN_LINES) : '';
      const file = worst === undefined || worst.missed === 0 ? '' : `\`${worst.path}\` (${worst.missed})`;
      return `| ${folder} | ${round(lines)} | ${round(branches)} | ${gate} | ${file} |`;
    }),
    '',
  ].join('\n');
}

/** One message for each package below its gate, with its files that miss most lines. */
export function gateProblems(packages) {
  return packages
    .filter(({ folder, lines }) => GATED.includes(folder) && lines < MIN_LINES)
    .map(({ folder, lines, files }) => {
      const worst = files
        .filter(({ missed }) => missed > 0)
        .slice(0, 5)
        .map(({ path, missed, lines: share }) => `  ${path}: ${missed} lines missed, ${round(share)} %`);
      return [
        `${folder}: the tests reach ${round(lines)} % of the lines; at least ${MIN_LINES} % are required.`,
        ...worst,
      ].join('\n');
    });
}

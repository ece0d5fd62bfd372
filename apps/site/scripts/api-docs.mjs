#!/usr/bin/env node
// The API reference of all packages, from the doc comments in the sources; no build is needed.
// `node apps/site/scripts/api-docs.mjs` writes docs/reference/api/index.html and api.json (not committed). `--check` reports what is missing
// or wrong in the comments, and the numbers of exports, and fails if there is anything; `--summary` prints the numbers only. Folders
// limit both to packages: `node apps/site/scripts/api-docs.mjs --check packages/engine/core`.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readEntries } from '../../../scripts/house/entries.mjs';
import { commentProblems } from './api-docs/comments.mjs';
import { convertEntries, countExports, packageIn, placeOf, validate } from './api-docs/project.mjs';

const root = join(import.meta.dirname, '../../..');
const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith('--')).map((arg) => relative(root, resolve(arg)));

function selectEntries() {
  const all = readEntries();
  const unknown = folders.filter((folder) => !all.some((entry) => entry.folder === folder));
  if (unknown.length > 0) {
    const known = [...new Set(all.map((entry) => entry.folder))].join(', ');
    console.error(`${unknown.join(', ')}: not a package with TypeScript entries. Packages: ${known}`);
    process.exit(2);
  }
  return folders.length === 0 ? all : all.filter(({ folder }) => folders.includes(folder));
}

/** A table of the numbers of exports. */
function table(counts, problemCounts) {
  const rows = [...counts].map(([name, { exports, documented }]) => [
    name,
    exports,
    documented,
    problemCounts.get(name) ?? 0,
  ]);
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  return [['package', 'exports', 'documented', 'problems'], ...rows, ['all', sum(1), sum(2), sum(3)]]
    .map(([name, ...numbers]) =>
      [String(name).padEnd(22), ...numbers.map((number) => String(number).padStart(10))].join(' '),
    )
    .join('\n');
}

function check(result) {
  validate(result);
  const problems = [
    ...result.messages.map((message) => message.replace(/^\[\w+\] /, '')),
    ...commentProblems(result.project, placeOf),
  ];
  const problemCounts = new Map();
  for (const problem of problems) {
    const name = packageIn(problem) ?? 'other';
    problemCounts.set(name, (problemCounts.get(name) ?? 0) + 1);
    if (!args.includes('--summary')) console.error(problem);
  }
  console.log(table(countExports(result), problemCounts));
  if (problems.length > 0) process.exitCode = 1;
}

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const sourceUrl = `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main`;
const result = await convertEntries(root, selectEntries(), sourceUrl);
if (args.includes('--check') || args.includes('--summary')) check(result);
else {
  const out = join(root, 'docs/reference/api');
  await result.app.generateDocs(result.project, out);
  await result.app.generateJson(result.project, join(out, 'api.json'));
  for (const message of result.messages) console.error(message);
  console.log(`API reference: ${relative(process.cwd(), join(out, 'index.html'))}`);
}

// Names that each package exports at its root and in its subpaths, read from the sources.
// `node scripts/exports-table.mjs` prints the table, `--write` writes docs/reference/exports.md, `--check` fails if that page
// is not up to date or if a source imports a name that the entry does not export.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEntries } from './exports/entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/reference/exports.md');
const entries = readEntries(root);

function table() {
  const rows = entries.map(({ entry, names }) => `| \`${entry}\` | ${names.length} |`);
  const lists = entries.flatMap(({ entry, names }) => [
    '',
    `## ${entry}`,
    '',
    names.map((n) => `\`${n}\``).join(', '),
  ]);
  return [
    '# Exported names',
    '',
    '<!-- Written by `node scripts/exports-table.mjs --write`. -->',
    '',
    'The root of a package has what a user needs in the first hour; the rest is in subpaths.',
    '',
    '| entry | names |',
    '|---|---:|',
    ...rows,
    ...lists,
    '',
  ].join('\n');
}

/** TypeScript files of the repository. */
function* sources(folder) {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'testdata'].includes(item.name)) continue;
    const path = join(folder, item.name);
    if (item.isDirectory()) yield* sources(path);
    else if (item.name.endsWith('.ts') && !item.name.endsWith('.d.ts')) yield path;
  }
}

/** Imports of names that an entry does not export. */
function* missingNames() {
  const known = new Map(entries.map(({ entry, names }) => [entry, new Set(names)]));
  for (const path of ['packages', 'apps'].flatMap((group) => [...sources(join(root, group))])) {
    const imports = readFileSync(path, 'utf8').matchAll(
      /^(?:import|export) (?:type )?\{([^}]*)\} from '(@rcss\/[^']+)';/gm,
    );
    for (const [, list, entry] of imports) {
      const names = known.get(entry);
      if (names === undefined) continue;
      for (const item of list.split(',')) {
        const name = item
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0];
        if (name !== '' && !names.has(name))
          yield `${relative(root, path)}: ${entry} does not export ${name}`;
      }
    }
  }
}

if (process.argv.includes('--write')) writeFileSync(page, table());
else if (process.argv.includes('--check')) {
  const problems = [...missingNames()];
  if (!existsSync(page) || readFileSync(page, 'utf8') !== table()) {
    problems.push('docs/reference/exports.md is not up to date: node scripts/exports-table.mjs --write');
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} else {
  for (const { entry, names } of entries) console.log(`${String(names.length).padStart(5)}  ${entry}`);
}

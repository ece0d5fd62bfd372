// Names that two modules of the packages and apps declare and export: one name stands for one thing. A name that another module
// exports again counts once. `node scripts/doubled-names.mjs` prints the doubled names with their modules; it exits 1 if a name is
// not in ALLOWED, or if a name in ALLOWED is no longer doubled.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Names that may be doubled, with the reason. */
const ALLOWED = {
  program: 'the cli.ts of every program exports its command line by this name; help pages and `rcss` read it',
  mountFigure: 'every figure of the site exports its start by this name; pages load figures by path',
};

/** The conformance kit tests any server: it has its own models of physics, clients and helpers, and shares no code on purpose. */
const INDEPENDENT = /^packages\/conformance\//;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the modules of each exported name that more than one module declares. */
export function findDoubledNames() {
  const paths = execFileSync(
    'git',
    ['ls-files', 'packages/*.ts', 'apps/*.ts', 'packages/*.mjs', 'apps/*.mjs'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\n');
  const modules = new Map();
  for (const path of paths) {
    if (!/\/src\//.test(path) || /\.(test|long|d)\.m?ts$|\.test\.mjs$/.test(path) || INDEPENDENT.test(path))
      continue;
    for (const name of exportedNames(path)) modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  return new Map([...modules].filter(([, places]) => places.length > 1).sort());
}

/** Names that a module declares with `export`; overloads count once. */
function exportedNames(path) {
  const source = ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest);
  const names = source.statements
    .filter((statement) => statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.text)
        : [statement.name?.text],
    );
  return new Set(names.filter((name) => name !== undefined));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const doubled = findDoubledNames();
  for (const [name, paths] of doubled) {
    console.log(`${name}: ${paths.join(', ')}${name in ALLOWED ? ` (allowed: ${ALLOWED[name]})` : ''}`);
    if (!(name in ALLOWED)) process.exitCode = 1;
  }
  for (const name of Object.keys(ALLOWED)) {
    if (doubled.has(name)) continue;
    console.log(`${name}: allowed, but no longer doubled`);
    process.exitCode = 1;
  }
}

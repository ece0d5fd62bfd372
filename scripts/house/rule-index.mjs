/**
 * The page docs/reference/rules.md: each file of the engine, the protocol and the server with the first sentence of its comment and its test, and
 * each group of parameters with the files that read it.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders, readManifest } from '../workspace.mjs';
import { listFiles, ROOT, read, withoutComments } from './sources.mjs';

const SERVER = 'packages/serve/match-server/src';
const SESSIONS = `Tested in \`${SERVER}/sessions\` and \`${SERVER}/cycle\`.`;

/** Title, folder, and for some a remark; `callers`: with a column of the files in the folder that import the file. Folders inside are included. */
const SECTIONS = [
  { title: 'Rules of the referee', folder: 'packages/engine/referee/src/rules', callers: true },
  { title: 'Bodies and actions', folder: 'packages/engine/physics/src' },
  { title: 'Perception', folder: 'packages/engine/sensors/src' },
  { title: 'Commands of a match', folder: 'packages/engine/simulator/src' },
  { title: 'Messages', folder: 'packages/engine/protocol/src' },
  { title: 'Texts of parameters', folder: 'packages/engine/params/src' },
  { title: 'Sessions of the clients', folder: 'packages/engine/host/src', remark: SESSIONS },
  { title: 'Server', folder: SERVER },
];

/** What is wrong with the sources. */
let problems = [];

const link = (path) => `[\`${basename(path)}\`](../../${path})`;
const isTest = (path) => /\.(test|e2e|long|bench)\.ts$/.test(path);

/** The first sentence of the comment at the head of a file, else of its first exported function, class or value, else of its first export. */
function describeFile(path) {
  const text = read(path);
  const comments = [...text.matchAll(/^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(\s*\n|.*)/gm)];
  const head = comments.find(({ index, 2: next }) => index === 0 && !next.startsWith('export '));
  const code = comments.find(([, , next]) => /^export (async )?(function|class|const)\b/.test(next));
  const [, comment] = head ?? code ?? comments.find(([, , next]) => next.startsWith('export ')) ?? [];
  if (comment === undefined) problems.push(`${path}: say in a comment at its head what it does`);
  const [sentence] = (comment ?? '')
    .replace(/^ *\* ?/gm, '')
    .trim()
    .split(/\n\n|(?<=[^.]\.)\s|\n@/);
  return sentence
    .replace(/\s+/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\|/g, '\\|')
    .replace(/<(?![^`]*`)/g, '&lt;');
}

function section({ title, folder, callers = false, remark }) {
  const all = listFiles().filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.ts'));
  const files = all.filter(
    (path) =>
      !isTest(path) && !/\/(index|testdata\/.*|entries\/.*|test\/.*)\.ts$|\.generated\.ts$/.test(path),
  );
  const lines = files.map((path) => {
    const [unit, e2e] = ['test', 'e2e'].map((kind) => path.replace(/\.ts$/, `.${kind}.ts`));
    const test = [unit, e2e].find((file) => all.includes(file));
    const cells = [link(path), describeFile(path), test === undefined ? '' : link(test)];
    if (callers) {
      const name = `'./${basename(path, '.ts')}.js'`;
      cells.push(
        files
          .filter((other) => read(other).includes(name))
          .map(link)
          .join(', '),
      );
    }
    return `| ${cells.join(' | ')} |`;
  });
  const columns = ['file', 'what', 'test', ...(callers ? ['called in'] : [])];
  const head = `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`;
  const place = `In [\`${folder}\`](../../${folder}).${remark === undefined ? '' : ` ${remark}`}`;
  return `## ${title}\n\n${place}\n\n${head}\n${lines.join('\n')}\n`;
}

/** Parameters by group, from the `group` of each row of the table. */
const PARAMETERS = {
  table: 'packages/engine/params/src/server-params.ts',
  test: 'packages/engine/params/src/tables.test.ts',
};

/** Files of the engine and the server that may read a parameter. */
const READERS =
  /^packages\/(engine\/(physics|sensors|referee|simulator|host)|serve\/match-server)\/src\/(?!(config|rooms|operations|websocket)\/).*\.ts$/;

/** Parameter names that are also words of the code: only `server.NAME` counts. */
const COMMON_WORDS = new Set(['coach', 'keepaway', 'port', 'profile', 'verbose']);

/** Returns the source files of the engine that contain one of the names. */
function filesThatUse(names) {
  const patterns = names.map((name) => (COMMON_WORDS.has(name) ? `server\\.${name}` : name));
  const word = new RegExp(`\\b(?:${patterns.join('|')})\\b`);
  const engine = listFiles().filter(
    (path) => READERS.test(path) && !isTest(path) && !path.endsWith('.generated.ts'),
  );
  return ['packages/engine/params/src/derived.ts', ...engine].filter((path) =>
    word.test(withoutComments(read(path))),
  );
}

function parameters() {
  const text = read(PARAMETERS.table);
  const groups = new Map();
  for (const [, name, group] of text.matchAll(/\{ name: '(\w+)'.*?group: '([\w-]+)'/g)) {
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  if (groups.size === 0) problems.push(`${PARAMETERS.table}: no row with a group found`);
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, names]) => {
      const files = filesThatUse(names);
      const used = files.length === 0 ? '–' : files.map(link).join(', ');
      return `| ${group} | ${names.map((name) => `\`${name}\``).join(', ')} | ${used} |`;
    });
  return `## Parameters by group\n\nRows of ${link(PARAMETERS.table)}, tested in ${link(PARAMETERS.test)}; all of them with their meaning are in [parameters.md](parameters.md). The last column lists the files of the engine and the server that read a parameter of the group; the sections above list their tests.\n\n| group | parameters | used in |\n|---|---|---|\n${lines.join('\n')}\n`;
}

const ARCHITECTURE = 'docs/inside/architecture.md';

/** Names that are not in the sources of this repository. */
const OTHER_NAMES = new Set(['apps/*', '@rcss/physics/actions', 'src/entries/']);

/** Checks that every file, folder, package, script and name in backticks on the page about the architecture exists. */
export function findArchitectureProblems() {
  problems = [];
  const files = listFiles().filter((path) => /^(packages|apps)\/.*\.ts$/.test(path));
  const text = files.map((path) => withoutComments(read(path))).join('\n');
  const packages = new Set(packageFolders(ROOT).flatMap((folder) => folder.split('/')));
  const manifests = ['.', ...packageFolders(ROOT)].map((folder) => readManifest(ROOT, folder));
  const scripts = new Set(manifests.flatMap(({ scripts = {} }) => Object.keys(scripts)));
  const bins = new Set(manifests.flatMap(({ bin = {} }) => Object.keys(bin)));
  const isKnown = (name) => {
    if (OTHER_NAMES.has(name) || packages.has(name) || bins.has(name)) return true;
    if (/^(node|pnpm|npm) /.test(name)) {
      const last = name.split(' ').at(-1);
      return existsSync(join(ROOT, last)) || scripts.has(last);
    }
    if (name.endsWith('/') || name.endsWith('.ts') || name.includes('/') || name.startsWith('.')) {
      return (
        existsSync(join(ROOT, name)) ||
        existsSync(join(ROOT, 'packages/serve/match-server/src', name)) ||
        files.some((path) => path.endsWith(`/${name}`))
      );
    }
    if (!/^\w+$/.test(name)) return text.includes(name);
    const method = `^  (async )?${name}(<.*>)?\\(.*\\{$`;
    const definition = `\\b(function|const|class|interface|type|readonly|get) ${name}\\b|^ +${name}\\??: |${method}`;
    return new RegExp(definition, 'm').test(text);
  };
  const page = read(ARCHITECTURE).split('\n');
  for (const [i, line] of page.entries()) {
    for (const [, name] of line.matchAll(/`([^`]+)`/g)) {
      if (!isKnown(name))
        problems.push(`${ARCHITECTURE}:${i + 1}: "${name}" is in no source; correct the name`);
    }
  }
  return problems;
}

/** The page by its path, and what is wrong with the sources. */
export function rulePage() {
  problems = [];
  const parts = [...SECTIONS.map(section), parameters()];
  const head =
    '# Where a rule is\n\nGenerated by `npm run generate` from the comments of the sources; do not edit. A file without a test beside it is tested with the files that call it.';
  return { page: ['docs/reference/rules.md', `${head}\n\n${parts.join('\n')}`], problems };
}

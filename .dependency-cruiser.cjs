/** Import directions of this repository; docs/inside/architecture.md has the same rules as a table. */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { findFolderCycles } = require('./scripts/check/folder-cycles.cjs');

/**
 * Rows of packages, from the top of the table to its end. A package may import those of earlier rows: the lower rows of its group and
 * the groups before it. Packages of one row do not import each other.
 */
const rows = [
  // engine: the game
  ['engine/sexp', 'engine/core'],
  ['engine/params'],
  ['engine/physics', 'engine/sensors', 'engine/referee'],
  // The coach language is part of the messages of coaches and of the simulator, which executes it.
  ['wire/clang'],
  ['engine/simulator'],
  // wire: everything that is written or read as bytes
  ['wire/protocol', 'wire/frames', 'wire/match-document'],
  // The host is where the match and the messages of its clients meet.
  ['engine/host'],
  ['wire/logs', 'wire/client'],
  // play: those who play
  ['play/values'],
  ['play/agent'],
  ['play/base-team', 'play/env'],
  // study: those who watch and judge
  ['study/stats', 'study/tournament'],
  ['study/viewer'],
  // kit: what the programs share; private
  ['kit/programs', 'kit/mutation'],
  // serve: libraries of the programs
  ['serve/server', 'serve/bridge', 'serve/log-service', 'serve/model-tools'],
  ['serve/league'],
];

const listed = rows.flat();
for (const group of new Set(listed.map((path) => path.split('/')[0])))
  for (const name of readdirSync(join(__dirname, 'packages', group)))
    if (
      existsSync(join(__dirname, 'packages', group, name, 'package.json')) &&
      !listed.includes(`${group}/${name}`)
    )
      throw new Error(`packages/${group}/${name}: in no row of .dependency-cruiser.cjs`);

/** Folders of sources of packages and apps. */
const sourceFolders = [
  ...listed.map((path) => `packages/${path}/src`),
  'packages/conformance/src',
  ...readdirSync(join(__dirname, 'apps')).map((name) => `apps/${name}/src`),
].filter((path) => existsSync(join(__dirname, path)));

/** A pattern of the sources of a node of `findFolderCycles`. */
const sourcesOf = (node) => `^${node}${node.endsWith('.ts') ? '' : '/[^/]+'}$`;

const tests = '\\.(test|e2e|long|bench)\\.ts$|/(test|bench|scripts)/';
/** Files that touch the host: process, files, sockets (design: only apps and these). */
const hostFiles =
  '^packages/(kit/|serve/|conformance|wire/client/src/(udp|node)|play/agent/src/node/|play/env/src/node/|wire/logs/src/(node|file)|wire/clang/src/(main|cli)\\.ts$)';

/** The command line of a library: a separate part, which the library does not import. */
const commandLines = '^packages/wire/clang/src/(main|cli)';

const forbidden = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  ...sourceFolders.flatMap((folder) =>
    findFolderCycles(__dirname, folder).map(([from, to]) => ({
      name: 'no-folder-cycles',
      comment: `${from} imports ${to}, which imports ${from}, perhaps through other folders`,
      severity: 'error',
      from: { path: sourcesOf(from), pathNot: tests },
      to: { path: sourcesOf(to) },
    })),
  ),
  {
    name: 'libraries-run-in-a-browser',
    comment: 'No Node built-ins in packages, apart from the files named for it.',
    severity: 'error',
    from: { path: '^packages/.+/src/', pathNot: [tests, hostFiles] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'lower-folders-of-the-server',
    comment:
      'Sockets, files, logs, results and measurements do not depend on sessions, phases, clocks and rooms; sockets not on the configuration.',
    severity: 'error',
    from: {
      path: '^packages/serve/server/src/(net|files|logs|results|config|teams)/|^packages/serve/server/src/telemetry\\.ts$',
      pathNot: tests,
    },
    to: {
      path: '^packages/serve/server/src/(sessions|cycle|clock|lifecycle|warmup|rooms|websocket|operations)/',
    },
  },
  {
    name: 'sockets-without-configuration',
    severity: 'error',
    from: { path: '^packages/serve/server/src/net/', pathNot: tests },
    to: { path: '^packages/serve/server/src/(config|logs|recordings|results)/' },
  },
  {
    name: 'apps-do-not-import-apps',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/', pathNot: [tests, '^apps/cli/'] },
    to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
  },
  {
    name: 'cli-imports-entries-of-apps',
    comment:
      'The command rcss uses the programs by their package entries, which stay external in its bundle.',
    severity: 'error',
    from: { path: '^apps/cli/src/', pathNot: tests },
    to: { path: '^apps/([^/]+)/', pathNot: ['^apps/cli/', '^apps/[^/]+/src/(index|cli)\\.ts$'] },
  },
  {
    name: 'packages-do-not-import-apps',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'libraries-do-not-import-command-lines',
    comment: 'commander and the conventions of command lines stay out of what agents and pages import.',
    severity: 'error',
    from: {
      path: '^packages/.+/src/',
      pathNot: [tests, commandLines, '^packages/(kit|serve)/'],
    },
    to: { path: [commandLines, '^packages/kit/programs/src/command-line/', 'node_modules/commander/'] },
  },
  {
    name: 'wire-without-the-match',
    comment: 'What reads and writes bytes shares only the types of core with what plays a match.',
    severity: 'error',
    from: { path: '^packages/wire/', pathNot: tests },
    to: { path: '^packages/engine/(physics|sensors|referee|simulator|host)/' },
  },
  ...rows.flatMap((row, index) =>
    row.map((name) => ({
      name: `rows-${name.replace('/', '-')}`,
      comment: `packages/${name} may import the packages of earlier rows`,
      severity: 'error',
      from: { path: `^packages/${name}/src/`, pathNot: [tests, commandLines] },
      to: {
        path: '^packages/[^/]+/[^/]+/',
        pathNot: [name, ...rows.slice(0, index).flat()].map((other) => `^packages/${other}/`),
      },
    })),
  ),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|node_modules|testdata|python/src)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@rcss/source', 'import', 'types', 'default'],
    },
  },
};

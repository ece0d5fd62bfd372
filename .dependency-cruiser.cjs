/** Import directions of this repository; docs/inside/architecture.md has the same rules as a table. */
const { existsSync, readdirSync } = require('node:fs');
const { join, relative } = require('node:path');
const { findFolderCycles } = require('./scripts/check/folder-cycles.cjs');

/**
 * Groups of packages, the folders below `packages`, and the rows of each, from the lowest to the highest. A package may import those of lower
 * groups and those of lower rows of its group. Packages of one row do not import each other.
 */
const groups = {
  /** The game. */
  engine: [
    ['sexp', 'core'],
    ['params'],
    // The coach language is part of the messages of coaches and of the simulator, which executes it.
    ['physics', 'sensors', 'referee', 'clang', 'protocol'],
    ['simulator'],
    // The host is where the match and the messages of its clients meet.
    ['host'],
  ],
  /** Everything else that is written or read as bytes. */
  wire: [
    ['frames', 'match-document'],
    ['logs', 'client'],
  ],
  /** Those who play. */
  play: [['values'], ['agent'], ['base-team', 'env']],
  /** Those who watch and judge. */
  study: [['stats', 'tournament'], ['viewer']],
  /** What the programs share; private. */
  kit: [['kit', 'mutation', 'team-frames'], ['fuzz']],
  /** Libraries of the programs. */
  serve: [['match-server', 'match-bridge', 'log-service', 'model-tools'], ['league-runner']],
};

const rows = Object.entries(groups).flatMap(([group, list]) =>
  list.map((row) => row.map((name) => `${group}/${name}`)),
);
const listed = rows.flat();
const isPackage = (path) => existsSync(join(__dirname, 'packages', path, 'package.json'));
for (const group of readdirSync(join(__dirname, 'packages')).filter((name) => !isPackage(name)))
  for (const name of readdirSync(join(__dirname, 'packages', group)))
    if (isPackage(`${group}/${name}`) && !listed.includes(`${group}/${name}`))
      throw new Error(
        `packages/${group}/${name}: in no row of its group in .dependency-cruiser.cjs; add "${name}" to a row of \`groups.${group}\``,
      );

/** Folders of sources of packages and apps. */
const sourceFolders = [
  ...listed.map((path) => `packages/${path}/src`),
  'packages/conformance/src',
  ...readdirSync(join(__dirname, 'apps')).map((name) => `apps/${name}/src`),
].filter((path) => existsSync(join(__dirname, path)));

/** A pattern of the sources of a node of `findFolderCycles`. */
const sourcesOf = (node) => `^${node}${node.endsWith('.ts') ? '' : '/[^/]+'}$`;

/** The folders of sources of large packages, from the lowest to the highest. A folder may import those before it. */
const orderedFolders = [
  [
    'packages/serve/match-server/src',
    `console files net config state results logs teams sessions cycle websocket recordings operations warmup clock
     lifecycle rehearsal matches rooms rooms/http entries`.split(/\s+/),
  ],
];
for (const [source, folders] of orderedFolders)
  for (const entry of readdirSync(join(__dirname, source), { recursive: true, withFileTypes: true })) {
    const folder = relative(join(__dirname, source), join(entry.parentPath, entry.name)).replaceAll(
      '\\',
      '/',
    );
    if (entry.isDirectory() ? !folders.includes(folder) : !/[/]|^index\.ts$/.test(folder))
      throw new Error(
        `${source}/${folder}: not in a folder of \`orderedFolders\` in .dependency-cruiser.cjs`,
      );
  }

const tests = '\\.(test|e2e|long|bench)\\.ts$|/(test|bench|scripts)/';
/** Files that touch the host: process, files, sockets (design: only apps and these). */
const hostFiles =
  '^packages/(kit/|serve/|conformance|engine/core/src/node/|wire/client/src/(udp|node)|play/agent/src/node/|play/env/src/node/|wire/logs/src/(node|file)|engine/clang/src/(main|cli)\\.ts$)';

/** The command line of a library: a separate part, which the library does not import. */
const commandLines = '^packages/engine/clang/src/(main|cli)';

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
  ...orderedFolders.flatMap(([source, folders]) =>
    folders.map((folder, index) => ({
      name: `order-${folder.replace('/', '-')}`,
      comment: `${source}/${folder} may import the folders before it in \`orderedFolders\`, and no file directly in ${source}`,
      severity: 'error',
      from: { path: sourcesOf(`${source}/${folder}`), pathNot: tests },
      to: {
        path: `^${source}/`,
        pathNot: folders.slice(0, index + 1).map((lower) => sourcesOf(`${source}/${lower}`)),
      },
    })),
  ),
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
    to: { path: [commandLines, '^packages/kit/kit/src/command-line/', 'node_modules/commander/'] },
  },
  {
    name: 'text-without-the-match',
    comment: 'What reads and writes bytes shares only the types of core with what plays a match.',
    severity: 'error',
    from: { path: '^packages/(wire|engine/(protocol|clang))/', pathNot: tests },
    to: { path: '^packages/engine/(physics|sensors|referee|simulator|host)/' },
  },
  {
    name: 'match-without-text',
    comment: 'What plays a match receives commands and returns observations, never their text.',
    severity: 'error',
    from: { path: '^packages/engine/(physics|sensors|referee|simulator)/', pathNot: tests },
    to: { path: '^packages/(wire|engine/protocol)/' },
  },
  ...Object.keys(groups).map((group, index, all) => ({
    name: `groups-${group}`,
    comment: `packages/${group} imports no group above it, apart from tools that measure models with programs of teams`,
    severity: 'error',
    from: { path: `^packages/${group}/`, pathNot: [tests, commandLines, '^packages/[^/]+/[^/]+/model/'] },
    to: { path: `^packages/(${[...all.slice(index + 1), 'conformance'].join('|')})/` },
  })),
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

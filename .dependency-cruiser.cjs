/** Import directions of this repository; docs/inside/architecture.md has the same rules as a table. */
const allowed = {
  sexp: [],
  core: [],
  params: ['sexp', 'core'],
  clang: ['sexp'],
  udp: [],
  'http-access': [],
  'match-runner': ['core'],
  physics: ['core', 'params'],
  sensors: ['core', 'params'],
  referee: ['core', 'params'],
  protocol: ['sexp', 'core', 'params', 'clang'],
  simulator: ['sexp', 'core', 'params', 'clang', 'physics', 'sensors', 'referee'],
  host: ['sexp', 'core', 'params', 'sensors', 'simulator'],
  'match-document': ['core', 'params'],
  logs: ['sexp', 'core', 'params', 'protocol'],
  client: ['sexp', 'core', 'params', 'clang', 'protocol'],
  'base-team': ['core', 'agent'],
  server: [
    ...['sexp', 'core', 'params', 'clang', 'physics', 'sensors', 'referee', 'protocol', 'simulator'],
    ...['host', 'match-document', 'logs', 'client', 'command-line', 'http-access', 'udp', 'agent'],
  ],
  agent: ['sexp', 'core', 'params', 'physics', 'sensors', 'protocol', 'simulator', 'host', 'client'],
  env: ['core', 'params', 'physics', 'sensors', 'referee', 'simulator', 'host', 'logs', 'agent'],
  frames: ['core'],
  stats: ['core', 'params', 'logs'],
  'log-service': [...['sexp', 'core', 'params', 'protocol', 'logs', 'stats', 'viewer', 'http-access', 'udp']],
  tournament: ['sexp', 'core', 'match-document'],
  viewer: ['core', 'params', 'protocol', 'physics', 'referee', 'frames', 'logs', 'stats'],
};

const tests = '\\.(test|long|bench)\\.ts$|/(test|bench|scripts)/';
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
  {
    name: 'libraries-run-in-a-browser',
    comment: 'No Node built-ins in packages, apart from the files named for it.',
    severity: 'error',
    from: { path: '^packages/.+/src/', pathNot: [tests, hostFiles] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'apps-do-not-import-apps',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/', pathNot: [tests, '^apps/(cli|league)/'] },
    to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
  },
  {
    name: 'cli-imports-entries-of-apps',
    comment:
      'The commands rcss and rcss-league use the programs by their package entries, which stay external in their bundles.',
    severity: 'error',
    from: { path: '^apps/(cli|league)/src/', pathNot: tests },
    to: { path: '^apps/([^/]+)/', pathNot: ['^apps/$1/', '^apps/[^/]+/src/(index|cli)\\.ts$'] },
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
    to: { path: [commandLines, '^packages/kit/command-line/', 'node_modules/commander/'] },
  },
  ...Object.entries(allowed).map(([name, may]) => ({
    name: `layers-${name}`,
    comment: `@rcss/${name} may import: ${may.join(', ') || 'no package of this repository'}`,
    severity: 'error',
    from: { path: `^packages/[^/]+/${name}/src/`, pathNot: tests },
    to: {
      path: '^packages/[^/]+/([^/]+)/',
      pathNot: [
        `^packages/[^/]+/${name}/`,
        ...may.map((other) => `^packages/[^/]+/${other}/`),
        // Allowed for command lines by the rule above.
        '^packages/kit/command-line/',
      ],
    },
  })),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|node_modules|testdata)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@rcss/source', 'import', 'types', 'default'],
    },
  },
};

/** Empty projects that install the published packages and use every entry and every bin. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isScoped, pnpm, tarballOf } from './packages.mjs';
import { CommandFailure, run } from './process.mjs';

/**
 * An empty folder in which all packages are installed from the registry.
 *
 * @param {'npm' | 'pnpm'} manager
 */
export async function installAll(root, work, registry, packages, manager) {
  const folder = join(work, `with-${manager}`);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: `with-${manager}`, private: true, type: 'module' }),
  );
  // The registry is configured for the scope only.
  const names = packages.map((entry) => (isScoped(entry) ? entry.name : tarballOf(registry, entry)));
  const options = { cwd: folder, env: registry.env, timeoutMs: 900_000 };
  if (manager === 'npm') await run('npm', ['install', ...names], options);
  else await pnpm(root, ['add', '--ignore-workspace', ...names], options);
  return { folder, env: registry.env };
}

/** Entries that have types only. */
const TYPE_ENTRIES = [
  '@rcss/core/debug-channel',
  '@rcss/core/match-document',
  '@rcss/core/rooms',
  '@rcss/core/team-module',
];

/** Imports and requires every entry. */
export async function importEntries(project, packages) {
  const specifiers = packages.flatMap(({ entries }) => entries.map(({ specifier }) => specifier));
  const list = JSON.stringify(specifiers);
  const types = JSON.stringify(TYPE_ENTRIES);
  const check = `if (Object.keys(entry).length === 0 && !${types}.includes(specifier)) throw new Error(specifier + ' exports nothing');`;
  writeFileSync(
    join(project.folder, 'import.mjs'),
    `for (const specifier of ${list}) { const entry = await import(specifier); ${check} }\n`,
  );
  writeFileSync(
    join(project.folder, 'require.cjs'),
    `for (const specifier of ${list}) { const entry = require(specifier); ${check} }\n`,
  );
  for (const file of ['import.mjs', 'require.cjs']) {
    const { all: output } = await run(process.execPath, [file], { cwd: project.folder });
    if (output !== '') throw new CommandFailure(`${file}: importing all entries printed:\n${output}`);
  }
  return specifiers.length;
}

/** Uses the types of every entry from TypeScript: as ES module and as CommonJS, without `skipLibCheck`. */
export async function typecheckEntries(root, project, packages, readmeImports) {
  const folder = join(project.folder, 'types');
  const compile = async (name, types, files) => {
    const dir = join(folder, name);
    mkdirSync(dir, { recursive: true });
    const compilerOptions = {
      module: 'NodeNext',
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      strict: true,
      noEmit: true,
      verbatimModuleSyntax: true,
      types,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', dir], { cwd: project.folder });
  };
  const entries = packages.flatMap((entry) => entry.entries);
  const esm = (list) =>
    list
      .map(
        ({ specifier }, i) => `import * as m${i} from '${specifier}';\nexport const n${i}: object = m${i};`,
      )
      .join('\n');
  const cjs = (list) =>
    list
      .map(
        ({ specifier }, i) =>
          `import m${i} = require('${specifier}');\nconst n${i}: object = m${i};\nvoid n${i};`,
      )
      .join('\n');
  const browser = entries.filter((entry) => entry.browser);
  // Entries for browsers must compile without the types of Node.
  await compile('browser', [], { 'all.mts': esm(browser), 'all.cts': cjs(browser) });
  const imports = readmeImports.map(({ names, specifier }, i) => [
    `readme-${i}.mts`,
    `import { ${names} } from '${specifier}';\nexport { ${names.replace(/, *$/, '')} };\n`,
  ]);
  await compile('node', ['node'], {
    'all.mts': esm(entries),
    'all.cts': cjs(entries),
    ...Object.fromEntries(imports),
  });
}

/** Bundles every entry that claims to run in browsers. */
export async function bundleEntries(project, packages) {
  const entries = packages.flatMap((entry) => entry.entries.filter(({ browser }) => browser));
  for (const { specifier } of entries) {
    await build({
      stdin: { contents: `export * from '${specifier}';`, resolveDir: project.folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'silent',
    }).catch((error) => {
      throw new CommandFailure(`${specifier} does not bundle for browsers: ${error.message}`);
    });
  }
  return entries.length;
}

/** Runs every bin with `--help` and `--version`. */
export async function runBins(project, packages) {
  const bins = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.bin ?? {}).map((name) => ({ name, version: manifest.version })),
  );
  const problems = [];
  for (const { name, version } of bins) {
    for (const option of ['--help', '--version']) {
      try {
        const args = ['--no-install', name, option];
        const { stdout } = await run('npx', args, { cwd: project.folder, env: project.env });
        if (option === '--version' && !stdout.includes(version))
          throw new CommandFailure(`${name} --version does not print ${version}:\n${stdout}`);
        if (option === '--help' && !stdout.includes(name))
          throw new CommandFailure(`${name} --help does not name the program:\n${stdout}`);
      } catch (error) {
        problems.push(error.message);
      }
    }
  }
  if (problems.length > 0) throw new CommandFailure(problems.join('\n\n'));
  return bins.length;
}

/** Plays a short match with the command `rcss` and returns the path of its game log. */
export async function playMatch(project) {
  const logs = join(project.folder, 'matches');
  const { all: output } = await run(
    join(project.folder, 'node_modules/.bin/rcss'),
    ['match', '--seed', '1', '--half-time', '10', '--logs', logs],
    { cwd: project.folder, env: project.env, timeoutMs: 180_000 },
  );
  const log = readdirSync(logs).find((name) => name.endsWith('.rcg'));
  if (!/\d+ : \d+/.test(output) || log === undefined)
    throw new CommandFailure(`rcss match printed no result or wrote no game log to ${logs}\n${output}`);
  return join(logs, log);
}

/** Creates a team in each language as `npm create rcss-team` does, installs it, and runs its scripts. */
export async function playCreatedTeams(project, work) {
  const options = { env: project.env, timeoutMs: 180_000 };
  for (const [folder, flags] of [
    ['typescript-team', []],
    ['javascript-team', ['--javascript']],
  ]) {
    await run(join(project.folder, 'node_modules/.bin/create-rcss-team'), [folder, ...flags], {
      ...options,
      cwd: work,
    });
    const cwd = join(work, folder);
    await run('npm', ['install'], { ...options, cwd });
    if (flags.length === 0) await run('npm', ['run', 'types'], { ...options, cwd });
    await run('npm', ['test'], { ...options, cwd });
    const { all: output } = await run('npm', ['run', 'match', '--', '1', '300'], { ...options, cwd });
    if (!/Own \d+ : \d+ Chasers after \d+ cycles/.test(output))
      throw new CommandFailure(`npm run match of ${folder} printed no result:\n${output}`);
  }
}

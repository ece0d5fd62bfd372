#!/usr/bin/env node
/**
 * Checks the libraries as they would be published: packs each, lets publint and "are the types wrong" look at the
 * tarballs, installs them all in an empty project, and imports every door there. Doors that are plain files (the script
 * of a page) have no types and are not imported. Needs a build (`pnpm build`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'rcss-packages-'));

function run(file, args, cwd) {
  const result = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_yes: 'true' },
  });
  if (result.status !== 0) {
    process.stderr.write(`${file} ${args.join(' ')} in ${cwd}\n${result.stdout}${result.stderr}\n`);
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  }
  return result.stdout;
}

const bin = (name) => join(root, 'node_modules', '.bin', name);
const manifests = readdirSync(join(root, 'packages'))
  .filter((dir) => existsSync(join(root, 'packages', dir, 'package.json')))
  .map((dir) => ({
    dir: join(root, 'packages', dir),
    json: JSON.parse(readFileSync(join(root, 'packages', dir, 'package.json'), 'utf8')),
  }))
  .filter(({ json }) => json.private !== true);

const tarballs = {};
for (const { dir, json } of manifests) {
  run('npx', ['--yes', packageManager, 'pack', '--pack-destination', work], dir);
  const file = join(work, `${json.name.replace('@', '').replace('/', '-')}-${json.version}.tgz`);
  tarballs[json.name] = `file:${file}`;
  run(bin('publint'), ['run', file, '--strict'], dir);
  // Packages are modules only, by decision; everything else about their types has to be right.
  const assets = Object.entries(json.exports ?? {}).flatMap(([door, target]) =>
    typeof target === 'string' ? [door] : [],
  );
  const excluded = assets.length > 0 ? ['--exclude-entrypoints', ...assets] : [];
  run(bin('attw'), [file, '--profile', 'esm-only', '--format', 'ascii', ...excluded], dir);
}

const project = mkdtempSync(join(work, 'project-'));
writeFileSync(
  join(project, 'package.json'),
  JSON.stringify({
    name: 'try',
    private: true,
    type: 'module',
    dependencies: tarballs,
    pnpm: { overrides: tarballs },
  }),
);
run('npx', ['--yes', packageManager, 'install', '--ignore-workspace', '--prefer-offline'], project);
const doors = manifests.flatMap(({ json }) =>
  Object.entries(json.exports ?? {})
    .filter(([, target]) => typeof target !== 'string')
    .map(([door]) => json.name + door.slice(1)),
);
writeFileSync(
  join(project, 'try.mjs'),
  `for (const door of ${JSON.stringify(doors)}) {\n` +
    `  const names = Object.keys(await import(door));\n` +
    `  if (names.length === 0) throw new Error(door + ' exports nothing');\n}\n` +
    `const { createMatch, step } = await import('@rcss/simulator');\n` +
    `const { createMatchParams, createPlayerParams, createServerParams } = await import('@rcss/params');\n` +
    `const match = createMatch({ params: createMatchParams(createServerParams({}), createPlayerParams({}), 1), seed: 1 });\n` +
    `step(match);\nif (match.world.stoppageTime !== 1) throw new Error('the step did not count');\n`,
);
run(process.execPath, ['try.mjs'], project);
rmSync(work, { recursive: true, force: true });
console.log(`${manifests.length} packages packed, checked, installed and imported (${doors.length} doors)`);

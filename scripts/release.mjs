#!/usr/bin/env node
/**
 * Publishes every package whose version the registry does not have. Run `npx changeset version` before: it turns the
 * records in .changeset/ into versions and changelogs.
 *
 * Usage: node scripts/release.mjs [--dry-run | --texts]
 *   --dry-run  creates the versions and publishes in a copy of the last commit, to a registry on this machine;
 *              needs a build
 *   --texts    before the first release: turns all documents from the installation from a clone to that from the registries. Each has
 *              both texts, the second one in a comment.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pnpm, publishAll, publishedPackages, tarballOf, writeManPages } from './registry-check/packages.mjs';
import { CommandFailure, run } from './registry-check/process.mjs';
import { startRegistry } from './registry-check/registry.mjs';
import { packageFolders } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules/.bin', name);

const BOTH_TEXTS =
  /^<!-- before the first release -->\n[\s\S]*?^<!-- from the first release on\n([\s\S]*?)^-->$/gm;

/** Documents with a text for before and one for after the first release; `turn` keeps only the second. */
function textsBeforeRelease(folder, turn = false) {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '*.md'], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\0').filter((path) => {
    const file = join(folder, path);
    // A change of the versions has removed files.
    const text = path !== '' && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const released = text.replace(BOTH_TEXTS, (_, later) => later.trimEnd());
    if (turn && released !== text) writeFileSync(file, released);
    return released !== text;
  });
}

/** A clone of the last commit with the installed and the built files of this checkout. */
async function copyOfCommit(work) {
  const copy = join(work, 'copy');
  await run('git', ['clone', '--quiet', '--shared', root, copy], { cwd: work });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const place of packageFolders(copy)) {
    for (const folder of ['dist', 'node_modules']) {
      const source = join(root, place, folder);
      // Links between packages are relative: in the copy they point to packages of the copy.
      if (existsSync(source))
        cpSync(source, join(copy, place, folder), { recursive: true, verbatimSymlinks: true });
    }
  }
  return copy;
}

/** A published package has to contain the changelog of its version. */
async function checkChangelog(registry, entry) {
  const { stdout } = await run('tar', ['-xzOf', tarballOf(registry, entry), 'package/CHANGELOG.md'], {
    cwd: '/',
  });
  const { version } = entry.manifest;
  if (!stdout.includes(`\n## ${version}\n`))
    throw new CommandFailure(`${entry.name}: CHANGELOG.md has no section for version ${version}`);
}

async function dryRun() {
  const work = mkdtempSync(join(tmpdir(), 'rcss-release-'));
  try {
    const copy = await copyOfCommit(work);
    await run(bin('changeset'), ['version'], { cwd: copy });
    textsBeforeRelease(copy, true);
    const registry = await startRegistry(root, work);
    await publishAll(copy, registry);
    for (const entry of publishedPackages(copy)) {
      await checkChangelog(registry, entry);
      console.log(`${entry.name}@${entry.manifest.version}`);
    }
    registry.stop();
    console.log('Dry run: published to a registry on this machine, with changelogs. Nothing was changed.');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function release() {
  const texts = textsBeforeRelease(root);
  if (texts.length > 0)
    throw new CommandFailure(
      `${texts.join(', ')}: say how to install from a clone. Run npm run release -- --texts, and commit.`,
    );
  await run(bin('turbo'), ['run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    env: { PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    timeoutMs: 1_800_000,
  });
  await writeManPages(root);
  const { output } = await pnpm(
    root,
    ['--recursive', 'publish', '--access', 'public', '--publish-branch', 'main'],
    {
      cwd: root,
      timeoutMs: 1_800_000,
    },
  );
  console.log(output);
  // changesets/action reads the lines "New tag:" to create the releases.
  console.log((await run(bin('changeset'), ['tag'], { cwd: root })).all);
}

try {
  if (process.argv.includes('--texts')) console.log(textsBeforeRelease(root, true).join('\n'));
  else await (process.argv.includes('--dry-run') ? dryRun() : release());
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
process.exit();

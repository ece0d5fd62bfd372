#!/usr/bin/env node
/**
 * Does what the worked examples of CONTRIBUTING.md say, each in a clean clone: applies the diffs, runs the commands, and `npm run check`;
 * what is generated must be current after a commit, too.
 * A block after `<!-- not run: REASON -->` is left out; after `<!-- no check: REASON -->` the check is.
 *
 * Usage: node scripts/examples.mjs [PART OF A TITLE…]; all by default
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBlocks } from './registry-check/readmes.mjs';

const ROOT = join(import.meta.dirname, '..');

/** Examples of a page: title, diffs, commands, and whether the check must pass. */
export function readExamples(text) {
  const part = /^## Worked examples\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  return part
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const blocks = codeBlocks(section).filter(({ skip }) => skip === undefined);
      const of = (kind) => blocks.filter(({ language }) => language === kind).map(({ code }) => code);
      return {
        title: section.slice(0, section.indexOf('\n')),
        diffs: of('diff'),
        commands: of('sh'),
        checked: !section.includes('<!-- no check: '),
      };
    })
    .filter(({ diffs }) => diffs.length > 0);
}

function run(cwd, file, args, input) {
  const { status, error } = spawnSync(file, args, {
    cwd,
    input,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`${[file, ...args].join(' ')}: ${error?.message ?? `exit code ${status}`}`);
}

function main(parts) {
  const examples = readExamples(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const chosen = examples.filter(
    ({ title }) => parts.length === 0 || parts.some((part) => title.includes(part)),
  );
  if (chosen.length === 0)
    throw new Error(
      `${parts.join(', ')}: no such example. Examples: ${examples.map(({ title }) => title).join(', ')}`,
    );
  const clone = join(mkdtempSync(join(tmpdir(), 'rcss-examples-')), 'rcss');
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  let failed = 0;
  try {
    run(ROOT, 'git', ['clone', '--quiet', '--shared', ROOT, clone]);
    // The check compares with the main branch: only the example differs.
    run(clone, 'git', ['checkout', '--quiet', '-B', 'main']);
    // Types that were checked here need no second check.
    const types = join(ROOT, '.rcss/types');
    if (existsSync(types)) cpSync(types, join(clone, '.rcss/types'), { recursive: true });
    run(clone, 'npx', [
      '--yes',
      packageManager,
      'install',
      '--frozen-lockfile',
      '--prefer-offline',
      '--silent',
    ]);
    for (const { title, diffs, commands, checked } of chosen) {
      try {
        for (const diff of diffs) run(clone, 'git', ['apply', '--recount', '-'], diff);
        for (const command of commands) run(clone, 'bash', ['-euo', 'pipefail', '-c', command]);
        if (checked) run(clone, 'npm', ['run', '--silent', 'check']);
        run(clone, 'git', ['add', '--all']);
        run(clone, 'npm', [
          'test',
          '--silent',
          '--',
          '--reporter=dot',
          'house.test',
          '-t',
          'generated pages',
        ]);
        console.log(`PASS ${title}`);
      } catch (error) {
        failed += 1;
        console.error(`FAIL ${title}: ${error.message}`);
      }
      run(clone, 'git', ['reset', '--quiet', '--hard']);
      run(clone, 'git', ['clean', '--quiet', '-fd']);
    }
  } finally {
    rmSync(join(clone, '..'), { recursive: true, force: true });
  }
  return failed;
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = main(process.argv.slice(2)) === 0 ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}

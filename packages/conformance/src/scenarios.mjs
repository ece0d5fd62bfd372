/** Finds and loads scenario modules. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as clang from './clang.mjs';
import * as experiments from './experiments.mjs';
import * as families from './families.mjs';
import * as height from './height.mjs';
import * as logs from './log-helpers.mjs';
import * as monitors from './monitor-helpers.mjs';
import * as parse from './parse.mjs';
import { presets } from './presets.mjs';
import * as referee from './referee-helpers.mjs';
import * as rules from './rules.mjs';
import { formatInit } from './session.mjs';
import * as starts from './starts.mjs';
import * as stats from './stats.mjs';
import { globToRegExp, toArray } from './util.mjs';

/** Argument of scenario modules, which have no imports. */
export const kit = {
  presets,
  rules,
  families,
  height,
  referee,
  logs,
  monitors,
  experiments,
  starts,
  clang,
  parse,
  stats,
  initMessage: formatInit,
};

/** Loads the scenarios of all groups in the folders, sorted by group and file. */
export async function loadScenarios(dirs) {
  const found = [];
  for (const dir of dirs) {
    const groups = (await fs.readdir(dir, { withFileTypes: true }))
      .filter((e) => e.isDirectory())
      .map((e) => e.name)
      .sort();
    for (const group of groups) {
      const files = (await fs.readdir(path.join(dir, group))).filter((f) => f.endsWith('.mjs')).sort();
      for (const file of files) {
        const full = path.resolve(dir, group, file);
        const { default: exported } = await import(pathToFileURL(full).href);
        for (const scenario of toArray(typeof exported === 'function' ? exported(kit) : exported)) {
          const name = scenario.name.includes('/') ? scenario.name : `${group}/${scenario.name}`;
          found.push({ ...scenario, name, base: path.join(path.dirname(full), path.basename(name)) });
        }
      }
    }
  }
  const seen = new Set();
  for (const { name } of found) {
    if (seen.has(name)) throw new Error(`two scenarios have the name ${name}; names must be unique`);
    seen.add(name);
  }
  return found;
}

/** Keeps the scenarios whose `group/name` matches one of `only` (all if it is empty) and none of `skip`. */
export function selectScenarios(scenarios, only, skip) {
  const wanted = only.map(globToRegExp);
  const unwanted = skip.map(globToRegExp);
  return scenarios.filter(
    ({ name }) =>
      (wanted.length === 0 || wanted.some((glob) => glob.test(name))) &&
      !unwanted.some((glob) => glob.test(name)),
  );
}

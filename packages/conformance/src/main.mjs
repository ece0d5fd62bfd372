/** The program `rcss-conformance`. */

import { appendFileSync, writeFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { createManualsCommand, runManuals } from './manuals.mjs';
import { createCommand, parseOptions } from './options.mjs';
import { powerTest } from './power.mjs';
import { createRandomCommand, runRandom } from './random/main.mjs';
import { check, record } from './run-scenario.mjs';
import { loadScenarios, selectScenarios } from './scenarios.mjs';
import { selfTest } from './selftest.mjs';

/** Runs the program and returns its exit code. */
export async function main(argv) {
  let options;
  try {
    if (argv[0] === 'random') return await runRandom(argv.slice(1), createRandomCommand().exitOverride());
    if (argv[0] === 'manuals') return await runManuals(argv.slice(1), createManualsCommand().exitOverride());
    options = parseOptions(argv, createCommand().exitOverride());
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  if (options.selftest) return (await selfTest()) ? 0 : 1;
  const scenarios = selectScenarios(await loadScenarios(options.dir), options.only, options.skip);
  if (options.list) {
    for (const { name, about } of scenarios) console.log(`${name.padEnd(40)} ${about}`);
    return 0;
  }
  if (scenarios.length === 0) {
    console.error('rcss-conformance: no scenario matches --only and --skip; --list prints all names');
    return 2;
  }
  if (options.power) return (await powerTest(scenarios, options)) ? 0 : 1;
  return (await runAll(scenarios, options)) === 0 ? 0 : 1;
}

/** Runs the scenarios, `jobs` at a time, prints a line for each and returns the number of failures. */
async function runAll(scenarios, options) {
  if (options.report !== undefined) writeFileSync(options.report, '');
  let passed = 0;
  let failed = 0;
  const queue = scenarios.filter(({ unsupported }) => unsupported?.[options.transport] === undefined);
  for (const { name, unsupported } of scenarios) {
    const reason = unsupported?.[options.transport];
    if (reason !== undefined) console.log(`SKIP ${name} ${reason}`);
  }
  const worker = async () => {
    for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
      const result = await runOne(scenario, options);
      if (result.ok) passed += 1;
      else failed += 1;
      const { name, seconds } = result;
      console.log(
        `${result.ok ? 'PASS' : 'FAIL'} ${name} ${result.passed}/${result.total}${result.extra ?? ''} ${seconds}s`,
      );
      for (const line of result.text) console.log(`     ${line}`);
      if (options.report !== undefined) appendFileSync(options.report, `${JSON.stringify(result)}\n`);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, worker));
  const skipped = scenarios.length - passed - failed;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed;
}

async function runOne(scenario, options) {
  const start = Date.now();
  const { name } = scenario;
  const seconds = () => Number(((Date.now() - start) / 1000).toFixed(1));
  try {
    const result = options.record ? await record(scenario, options) : await check(scenario, options);
    return { name, ...result, seconds: seconds() };
  } catch (error) {
    const text = [String(options.verbose ? error.stack : error.message)];
    return { name, ok: false, passed: 0, total: 0, text, seconds: seconds() };
  }
}

import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console-output.js';
import { createCsvSaver } from './csv-saver.js';
import type { MatchResult } from './match-result.js';
import type { Saver } from './saver.js';
import { stdoutSaver } from './stdout-saver.js';

/** Creates the savers of a server in the order in which they run, and reports them on stdout. */
export async function openSavers(
  { csvSaver: csvParams, mysqlSaver }: Configuration,
  console: ConsoleOutput,
): Promise<Saver[]> {
  const savers: Saver[] = [];
  if (mysqlSaver.save) {
    const { openMySqlSaver } = await import('./mysql-saver.js');
    const saver = await openMySqlSaver(mysqlSaver, console);
    if (saver !== null) savers.push(saver);
  }
  savers.push(createCsvSaver(csvParams), stdoutSaver);
  for (const { name } of savers) console.out(`${name}: Ready`);
  return savers;
}

/** Runs all savers in order, between the lines that scripts parse (spec 02 §9). Returns false if one of them failed. */
export async function saveResults(
  savers: readonly Saver[],
  result: MatchResult,
  console: ConsoleOutput,
): Promise<boolean> {
  let saved = true;
  console.out('');
  console.out('Saving Results:');
  for (const saver of savers) {
    console.out(`\t${saver.name}: saving...`);
    const outcome = await saver.save(result, console);
    console.out(`\t${saver.name}: ...${outcome}`);
    if (outcome === 'failed') saved = false;
  }
  console.out('');
  console.out('Saving Results Complete');
  return saved;
}

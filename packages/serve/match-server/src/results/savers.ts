import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { createCsvSaver } from './csv-saver.js';
import type { MatchResult } from './match-result.js';
import type { Saver, SaverOutcome } from './saver.js';
import { stdoutSaver } from './stdout-saver.js';

/** Stands for the MySQL saver if its client library is not installed, so that the missing result is reported. */
const MISSING_MYSQL_SAVER: Saver = { name: 'MySQLSaver', save: () => 'failed' };

/** Creates the savers of a server in the order in which they run, and reports them on stdout. */
export async function openSavers(
  { csvSaver: csvParams, mysqlSaver }: Configuration,
  console: ConsoleOutput,
): Promise<Saver[]> {
  const savers: Saver[] = [];
  if (mysqlSaver.save) {
    const { openMySqlSaver } = await import('./mysql-saver.js');
    savers.push((await openMySqlSaver(mysqlSaver, console)) ?? MISSING_MYSQL_SAVER);
  }
  savers.push(createCsvSaver(csvParams), stdoutSaver);
  for (const saver of savers)
    if (saver !== MISSING_MYSQL_SAVER)
      console.out(`${saver.name}: Ready`, { event: 'saver_ready', fields: { saver: saver.name } });
  return savers;
}

/** Runs all savers in order, between the lines that scripts parse (spec 02 §9). Returns the names of those that failed. */
export async function saveResults(
  savers: readonly Saver[],
  result: MatchResult,
  console: ConsoleOutput,
): Promise<string[]> {
  const failed: string[] = [];
  const out = (line: string): void => console.out(line, { event: 'result' });
  out('');
  out('Saving Results:');
  for (const saver of savers) {
    out(`\t${saver.name}: saving...`);
    const outcome = await trySaver(saver, result, { out, err: console.err });
    out(`\t${saver.name}: ...${outcome}`);
    if (outcome === 'failed') failed.push(saver.name);
  }
  out('');
  out('Saving Results Complete');
  return failed;
}

/** Runs a saver; an exception is printed and counts as failed. */
async function trySaver(saver: Saver, result: MatchResult, console: ConsoleOutput): Promise<SaverOutcome> {
  try {
    return await saver.save(result, console);
  } catch (error) {
    console.err(`Error: ${saver.name}: ${(error as Error).message}`, {
      event: 'saver_failed',
      level: 'error',
      fields: { saver: saver.name },
    });
    return 'failed';
  }
}

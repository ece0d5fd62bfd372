import { type CommandLineProgram, createProgram, defineProgram, EXIT } from '@rcss/kit/command-line';
import type { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCheck } from './commands/check.js';
import { addDecisions } from './commands/decide.js';
import { addReport } from './commands/report.js';
import { addRun } from './commands/run.js';
import { addServe } from './commands/serve.js';
import { addSubmit } from './commands/submit.js';
import { addTune } from './commands/tune.js';
import { addVerify } from './commands/verify.js';
import { addWorker } from './commands/worker.js';

/** The program `rcss-league`. */
export const program: CommandLineProgram = defineProgram('rcss-league', createCommand);

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss-league',
    description:
      'Plays series and tournaments of soccer simulation teams, on this machine or on many, and reports what the results say.',
    version: manifest.version,
    examples: [
      ['rcss-league run compare.yaml', 'plays until all matches have a result or the test decides'],
      ['rcss-league report compare.yaml', 'writes the report of a run, also while it goes on'],
      ['rcss-league serve compare.yaml', 'shows the run in the browser, also while it goes on'],
    ],
    exitCodes: {
      [EXIT.ok]: 'success',
      [EXIT.failed]: 'the work failed',
      [EXIT.usage]: 'wrong command line, document or team file',
      [EXIT.incomplete]: 'matches have no result; the same command continues',
      [EXIT.interrupted]: 'interrupted by Ctrl-C; the same command continues',
    },
  });
  addRun(command);
  addCheck(command);
  addReport(command);
  addServe(command);
  addTune(command);
  addSubmit(command);
  addVerify(command);
  addWorker(command);
  addDecisions(command);
  return command;
}

import type { CommandLineProgram } from '@rcss/kit/command-line';
import { MYSQL_SAVER_PARAM_ROWS } from '@rcss/match-server/program';
import { CSV_SAVER_PARAM_ROWS, EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import { PLAYER_PARAM_ROWS, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import { createServerCommand } from './cli/command.js';
import { setEngineOptions } from './cli/engine-options.js';
import { createProcessHost } from './cli/program-host.js';
import { runServerProgram } from './cli/run-server.js';

/** Names of all parameters, as they are written on the command line. */
function listParameterNames(): string[] {
  const named = (module: string, rows: readonly { readonly name: string }[]) =>
    rows.map(({ name }) => `${module}::${name}`);
  return [
    ...named('server', SERVER_PARAM_ROWS),
    ...named('player', PLAYER_PARAM_ROWS),
    ...named('CSVSaver', CSV_SAVER_PARAM_ROWS),
    ...named('MySQLSaver', MYSQL_SAVER_PARAM_ROWS),
    ...EXTENSION_PARAM_ROWS.map(({ module, name }) => `${module}::${name}`),
  ];
}

/** The program `rcss-server`. */
export const program: CommandLineProgram = {
  name: 'rcss-server',
  createCommand: () => createServerCommand(createProcessHost([])),
  argumentWords: () => listParameterNames().map((name) => `${name}=`),
  run: (argv, name) => {
    setEngineOptions();
    return runServerProgram(createProcessHost(argv), name);
  },
};

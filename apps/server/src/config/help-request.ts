import { EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import { joinArguments } from './argument-text.js';
import { parseConf } from './conf-parser.js';

/** Names of all modules, as in `MODULE::name`. */
export const MODULE_NAMES: readonly string[] = ['server', 'player', 'CSVSaver', 'MySQLSaver', 'rcss'];

/** Returns whether a command line asks for the usage or for the parameters of a module. Then no match starts. */
export function requestsHelp(argv: readonly string[]): boolean {
  let found = false;
  parseConf(joinArguments(argv).text, {
    isText: ([module, parameter]) =>
      module === 'rcss' &&
      EXTENSION_PARAM_ROWS.some(
        (row) => row.module === module && row.name === parameter && row.type === 'string',
      ),
    set: () => {},
    include: () => {},
    help: (path) => {
      found ||= path.length === 0 || (path.length === 1 && MODULE_NAMES.includes(path[0]!));
    },
  });
  return found;
}

/** The usage of the program and the help of a module (spec 01 §6.10). */
import type { ParamRow, ParamValue } from '@rcss/params/tables';
import { formatConfValue, sortForConf, wrapText } from './conf-file-text.js';

/** One entry of the usage: an option and its explanation. */
function formatEntry(option: string, explanation: string): string[] {
  return [`\t${option}`, ...wrapText(explanation, 62).map((line) => `\t\t${line}`), ''];
}

/** Lines of the usage. `program` is the name under which the program was called, `modules` are the known modules. */
export function formatUsage(program: string, modules: readonly string[]): string[] {
  const gap = ' '.repeat(program.length);
  return [
    '',
    `Usage: ${program} [[-[-]]namespace::option=value]`,
    `       ${gap} [[-[-]][namespace::]help]`,
    `       ${gap} [[-[-]]include=file]`,
    'Options:',
    ...formatEntry('help', 'Shows this text and ends.'),
    ...formatEntry('include=FILE', 'Reads settings from a file, here and now.'),
    ...modules.flatMap((module) =>
      formatEntry(`${module}::help`, `Shows the options of the namespace '${module}' and ends.`),
    ),
    'Verbs:',
    ...formatEntry('verify FILE', 'Replays a recording and compares it with the match.'),
    ...formatEntry('resume FILE --cycle N', 'Continues a recorded match at a cycle.'),
    ...formatEntry('VERB --help', 'Shows the options of a verb and an example.'),
  ];
}

const PLACEHOLDERS = {
  int: '<INTEGER>',
  real: '<REAL>',
  string: "'<STRING>'",
  bool: '<on|off|true|false|1|0|>',
} as const;

/** Lines that list the parameters of a module with their current values. */
export function formatModuleHelp(
  module: string,
  rows: readonly ParamRow[],
  values: Readonly<Record<string, ParamValue>>,
): string[] {
  const lines = [`${module} Options:`];
  for (const row of sortForConf(rows)) {
    lines.push(`\t${module}::${row.name}=${PLACEHOLDERS[row.type]}`);
    lines.push(...wrapText(row.doc, 62).map((line) => `\t\t${line}`));
    lines.push(`\t\tcurrent value: ${formatConfValue(row, values[row.name]!)}`, '');
  }
  return lines;
}

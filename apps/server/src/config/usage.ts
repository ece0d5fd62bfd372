/** The usage of the program and the help of a module (spec 01 §6.10). */
import type { ParamRow, ParamValue } from '@rcss/params/tables';
import { confOrder, confValueText, wrapText } from './conf-file-text.js';

/** One entry of the usage: an option and its explanation. */
function entry(option: string, explanation: string): string[] {
  return [`\t${option}`, ...wrapText(explanation, 62).map((line) => `\t\t${line}`), ''];
}

/** Lines of the usage. `program` is the name under which the program was called, `modules` are the known modules. */
export function usageLines(program: string, modules: readonly string[]): string[] {
  const gap = ' '.repeat(program.length);
  return [
    '',
    `Usage: ${program} [[-[-]]namespace::option=value]`,
    `       ${gap} [[-[-]][namespace::]help]`,
    `       ${gap} [[-[-]]include=file]`,
    'Options:',
    ...entry('help', 'Shows this text and ends.'),
    ...entry('include=FILE', 'Reads settings from a file, here and now.'),
    ...modules.flatMap((module) =>
      entry(`${module}::help`, `Shows the options of the namespace '${module}' and ends.`),
    ),
    'Verbs:',
    ...entry('verify FILE', 'Replays a recording and compares it with the match.'),
    ...entry('resume FILE --cycle N', 'Continues a recorded match at a cycle.'),
    ...entry('VERB --help', 'Shows the options of a verb and an example.'),
  ];
}

const PLACE_HOLDERS = {
  int: '<INTEGER>',
  real: '<REAL>',
  string: "'<STRING>'",
  bool: '<on|off|true|false|1|0|>',
} as const;

/** Lines that list the parameters of a module with their current values. */
export function moduleHelpLines(
  module: string,
  rows: readonly ParamRow[],
  values: Readonly<Record<string, ParamValue>>,
): string[] {
  const lines = [`${module} Options:`];
  for (const row of confOrder(rows)) {
    lines.push(`\t${module}::${row.name}=${PLACE_HOLDERS[row.type]}`);
    lines.push(...wrapText(row.doc, 62).map((line) => `\t\t${line}`));
    lines.push(`\t\tcurrent value: ${confValueText(row, values[row.name]!)}`, '');
  }
  return lines;
}

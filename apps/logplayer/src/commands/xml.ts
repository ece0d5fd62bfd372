import { describeVerb } from '@rcss/command-line';
import type { Command } from 'commander';
import { readRecords } from '../input.js';
import { type Io, writeOutput } from '../io.js';
import { formatXml } from '../tools/xml.js';
import { createTextOutputOption, LOG_ARGUMENT } from './options.js';

/** Adds `xml`: prints a log as XML (rcg2xml). */
export function addXml(program: Command, io: Io): void {
  const verb = program
    .command('xml')
    .description('print a log as XML (rcg2xml)')
    .argument('[log]', LOG_ARGUMENT, '-')
    .addOption(createTextOutputOption())
    .action((log: string, options: { readonly output: string }) =>
      writeOutput(io, options.output, [log], async (output) => {
        for await (const text of formatXml(readRecords(io, log, { reuseFrames: true })))
          await output.write(text);
      }),
    );
  describeVerb(verb, [['-o match.xml match.rcg', 'writes the XML to a file']]);
}

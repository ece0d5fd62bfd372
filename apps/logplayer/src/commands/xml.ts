import { describeVerb } from '@rcss/command-line';
import type { Command } from 'commander';
import { readRecords } from '../input.js';
import { type Io, openOutput } from '../io.js';
import { formatXml } from '../tools/xml.js';
import { createTextOutputOption, LOG_ARGUMENT } from './options.js';

/** Adds `xml`: prints a log as XML (rcg2xml). */
export function addXml(program: Command, io: Io): void {
  const verb = program
    .command('xml')
    .description('print a log as XML (rcg2xml)')
    .argument('[log]', LOG_ARGUMENT, '-')
    .addOption(createTextOutputOption())
    .action(async (log: string, options: { readonly output: string }) => {
      const output = await openOutput(io, options.output, [log]);
      for await (const text of formatXml(readRecords(io, log, { reuseFrames: true })))
        await output.write(text);
      await output.close();
    });
  describeVerb(verb, [['-o match.xml match.rcg', 'writes the XML to a file']]);
}

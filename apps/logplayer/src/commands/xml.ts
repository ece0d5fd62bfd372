import { describeVerb } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { formatXml } from '@rcss/logs/xml';
import type { Command } from 'commander';
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

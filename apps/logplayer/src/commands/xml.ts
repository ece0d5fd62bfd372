import { readRecords } from '../input.js';
import { openOutput } from '../io.js';
import type { Registry } from '../program.js';
import { xmlOf } from '../tools/xml.js';

interface Options {
  readonly output: string;
}

/** `xml`: a log as XML (rcg2xml). */
export function registerXml({ program, io, run }: Registry): void {
  program
    .command('xml')
    .description('a log as XML (rcg2xml)')
    .argument('[log]', 'game log, - for the standard input', '-')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .action(
      run(async (log: string, options: Options) => {
        const output = await openOutput(io, options.output, [log]);
        for await (const text of xmlOf(readRecords(io, log, { reuseFrames: true }))) await output.write(text);
        await output.close();
        return undefined;
      }),
    );
}

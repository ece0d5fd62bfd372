import { logFeatures } from '@rcss/logs';
import { readRecords } from '../input.js';
import { openOutput } from '../io.js';
import type { Registry } from '../program.js';
import { createTextLines } from '../tools/text-lines.js';

interface Options {
  readonly output: string;
}

/** `text`: one line per show and a line with the result (rcg2txt). */
export function registerText({ program, io, run }: Registry): void {
  program
    .command('text')
    .description('one line per show with ball, players and their actions, then the result (rcg2txt)')
    .argument('<log>', 'game log, - for the standard input')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .action(
      run(async (log: string, options: Options) => {
        const output = await openOutput(io, options.output, [log]);
        let lines = createTextLines(true);
        let left = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
        let right = left;
        for await (const record of readRecords(io, log, { reuseFrames: true })) {
          if (record.type === 'header') lines = createTextLines(logFeatures(record.version).details);
          else if (record.type === 'show') {
            await output.write(`${lines.show(record.frame)}\n`);
            left = { ...record.frame.left };
            right = { ...record.frame.right };
          } else if (record.type === 'team') {
            left = { ...record.left };
            right = { ...record.right };
          }
        }
        await output.write(`${lines.result(left, right)}\n`);
        await output.close();
        return undefined;
      }),
    );
}

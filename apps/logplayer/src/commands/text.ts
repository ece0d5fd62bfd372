import { describeVerb } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type FileOutput, type Io, writeOutput } from '@rcss/log-service/streams';
import { logFeatures } from '@rcss/logs';
import { createTextLines, formatResultLine, TextBlock, writeShowLine } from '@rcss/logs/text';
import type { Command } from 'commander';
import { createTextOutputOption, LOG_ARGUMENT } from './options.js';

async function printText(io: Io, log: string, output: FileOutput): Promise<void> {
  const block = new TextBlock();
  let lines = createTextLines(true);
  let left = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
  let right = left;
  for await (const record of readRecords(io, log, { reuseFrames: true })) {
    if (record.type === 'header') lines = createTextLines(logFeatures(record.version).details);
    else if (record.type === 'show') {
      writeShowLine(block, lines, record.frame);
      if (block.isFull) await output.write(block.take());
      left = { ...record.frame.left };
      right = { ...record.frame.right };
    } else if (record.type === 'team') {
      left = { ...record.left };
      right = { ...record.right };
    }
  }
  await output.write(`${block.take()}${formatResultLine(left, right)}\n`);
}

/** Adds `text`: prints one line per show and a line with the result (rcg2txt). */
export function addText(program: Command, io: Io): void {
  const verb = program
    .command('text')
    .description('print one line per show with ball, players and their actions, then the result (rcg2txt)')
    .argument('<log>', LOG_ARGUMENT)
    .addOption(createTextOutputOption())
    .action((log: string, { output: name }: { readonly output: string }) =>
      writeOutput(io, name, [log], (output) => printText(io, log, output)),
    );
  describeVerb(verb, [['-o match.txt match.rcg.gz', 'writes the lines to a file']]);
}

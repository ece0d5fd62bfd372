/** `rcss predict train`: fits the learned baseline to game logs. */
import type { Result } from '@rcss/core';
import { CommandLineError, describeVerb, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { createTableLines } from '@rcss/logs/text';
import { MotionTraining, type Positions, parsePositions } from '@rcss/stats/trajectories';
import type { Command } from 'commander';
import { takeValue } from '../predict/predict-files.js';

/** Reads the positions of a log. */
export async function readLogPositions(
  io: Io,
  log: string,
): Promise<{ readonly text: string; readonly types: string; readonly parsed: Result<Positions> }> {
  let text = '';
  let types = '';
  for await (const lines of createTableLines(readRecords(io, log, { reuseFrames: true }))) {
    if (lines.table === 'tracking') text += lines.text;
    else types += lines.text;
  }
  return { text, types, parsed: parsePositions(text, { file: log }) };
}

async function train(io: Io, logs: readonly string[], output: string): Promise<void> {
  const training = new MotionTraining();
  for (const log of logs) training.add(takeValue((await readLogPositions(io, log)).parsed));
  const model = training.fit();
  if (model === null)
    throw new CommandLineError('none of the logs has 36 cycles of open play without a break');
  await writeOutput(io, output, logs, (file) => file.write(`${formatJson(model)}\n`));
  io.err(`${model.samples} samples of ${model.logs} logs\n`);
}

/** Adds `train`. */
export function addPredictTrain(program: Command, io: Io): void {
  const verb = program
    .command('train')
    .description('fit the learned baseline to game logs; docs/use/analyst/predict.md describes it')
    .argument('<logs...>', 'game logs')
    .requiredOption('-o, --output <file>', 'model to write, JSON')
    .action((logs: string[], { output }: { output: string }) => train(io, logs, output));
  describeVerb(verb, [
    ['-o model.json matches/*.rcg.gz', 'fits a model for baseline -m learned --trained model.json'],
  ]);
}

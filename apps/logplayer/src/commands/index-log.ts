import { createIntegerParser, describeVerb, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { formatLogVersion } from '@rcss/logs';
import { createLogIndexer, type LogIndex } from '@rcss/logs/contents';
import type { Command } from 'commander';
import { createTextOutputOption, LOG_ARGUMENT } from './options.js';

interface Options {
  readonly json: boolean;
  readonly output: string;
  readonly every: number;
}

function indexLines(index: LogIndex): string[] {
  const lines = [
    `version ${formatLogVersion(index.version)}, ${index.byteCount} bytes uncompressed${index.complete ? '' : ', cut off'}`,
    `${index.frameCount} shows, time ${index.firstTime} to ${index.lastTime}`,
  ];
  const teams = index.teams.at(-1);
  if (teams !== undefined) {
    const { left, right } = teams;
    lines.push(`${left.name || 'null'} ${left.score} : ${right.score} ${right.name || 'null'}`);
  }
  for (const { frame, time, side, left, right } of index.goals) {
    lines.push(`goal_${side} ${left}:${right} at ${time} (show ${frame})`);
  }
  for (const { frame, time, playMode } of index.playModes)
    lines.push(`${playMode} from ${time} (show ${frame})`);
  if (index.result !== null) lines.push(index.result);
  for (const { offset, message } of index.damage) lines.push(`damaged at offset ${offset}: ${message}`);
  return lines;
}

/** Adds `index`: prints play modes, teams and goals of a log with their positions. */
export function addIndex(program: Command, io: Io): void {
  const verb = program
    .command('index')
    .description('print where goals, play modes and damaged places are in a log')
    .argument('<log>', LOG_ARGUMENT)
    .option('--json', 'as JSON, with seek points', false)
    .option(
      '--every <shows>',
      'shows from one seek point to the next (with --json)',
      createIntegerParser(1, 1_000_000),
      100,
    )
    .addOption(createTextOutputOption())
    .action(async (log: string, options: Options) => {
      const indexer = createLogIndexer(options.every);
      for await (const record of readRecords(io, log, { reuseFrames: true, raw: true })) indexer.add(record);
      const index = indexer.createIndex();
      await writeOutput(io, options.output, [log], (output) =>
        output.write(`${options.json ? formatJson(index) : indexLines(index).join('\n')}\n`),
      );
    });
  describeVerb(verb, [['match.rcg', 'prints teams, goals and play modes with their times']]);
}

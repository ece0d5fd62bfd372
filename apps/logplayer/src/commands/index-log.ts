import { createLogIndexer, type LogIndex } from '@rcss/logs';
import { readRecords, versionName } from '../input.js';
import { openOutput } from '../io.js';
import type { Registry } from '../program.js';

interface Options {
  readonly json?: boolean;
  readonly output: string;
  readonly every: string;
}

/** What is where, for people. */
export function indexLines(index: LogIndex): string[] {
  const lines = [
    `version ${versionName(index.version)}, ${index.bytes} bytes unpacked${index.complete ? '' : ', cut off'}`,
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

/** `index`: what is where in a log. */
export function registerIndex({ program, io, run }: Registry): void {
  program
    .command('index')
    .description('what is where in a log: goals, play modes, damage; with --json seek points, too')
    .argument('<log>', 'game log, - for the standard input')
    .option('--json', 'as JSON, with seek points')
    .option('--every <shows>', 'distance of seek points', '100')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .action(
      run(async (log: string, options: Options) => {
        const every = Math.max(1, Number.parseInt(options.every, 10) || 100);
        const indexer = createLogIndexer(every);
        for await (const record of readRecords(io, log, { reuseFrames: true, raw: true }))
          indexer.add(record);
        const index = indexer.index();
        const output = await openOutput(io, options.output, [log]);
        await output.write(
          options.json === true ? `${JSON.stringify(index)}\n` : `${indexLines(index).join('\n')}\n`,
        );
        await output.close();
        return undefined;
      }),
    );
}

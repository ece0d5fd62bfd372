import { createLogIndexer } from '@rcss/logs';
import { readRecords } from '../input.js';
import { openOutput, ToolError } from '../io.js';
import type { Registry } from '../program.js';
import {
  goalScenes,
  parseSceneSource,
  passesOf,
  type SceneSource,
  SceneWriter,
  writePass,
} from '../tools/scenes.js';
import { parseVersion } from '../tools/write-log.js';

interface Options {
  readonly output: string;
  readonly version?: string;
  readonly goals?: boolean;
  readonly before: string;
  readonly after: string;
  readonly json?: boolean;
}

/** A whole number of shows. */
export function showCount(text: string, name: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new ToolError(`--${name}: ${text} is no number of shows`);
  return count;
}

/** `cut`: scenes of several logs as a new log (the recorder of the log player). */
export function registerCut({ program, io, run }: Registry): void {
  program
    .command('cut')
    .description('scenes of one or several logs as a new log')
    .argument('<scenes...>', 'LOG:100-200,3000-3050 (game time), LOG:#10-#20 (shows), or LOG for all of it')
    .requiredOption('-o, --output <file>', 'packed when the name ends in .gz; - for the standard output')
    .option('-v, --version <n>', 'version to write: 1 to 6 or json; that of the first log by default')
    .option('--goals', 'the goals of the logs instead of given scenes')
    .option('--before <shows>', 'with --goals: how many shows before the score changes', '50')
    .option('--after <shows>', 'with --goals: how many shows after that', '20')
    .option('--json', 'tell what was written as JSON')
    .action(
      run(async (args: string[], options: Options) => {
        const before = showCount(options.before, 'before');
        const after = showCount(options.after, 'after');
        const sources: SceneSource[] = [];
        for (const arg of args) {
          const source = parseSceneSource(arg);
          if (options.goals !== true) sources.push(source);
          else
            sources.push({
              log: source.log,
              scenes: goalScenes(await goalFrames(source.log), before, after),
            });
        }
        const output = await openOutput(
          io,
          options.output,
          sources.map(({ log }) => log),
        );
        const version = options.version === undefined ? null : parseVersion(options.version);
        const writer = new SceneWriter(version, (bytes) => output.write(bytes));
        let first = true;
        for (const { log, scenes } of sources) {
          // Without a scene the first log still gives its parameters.
          const passes = scenes.length === 0 && first ? [[]] : passesOf(scenes);
          for (const pass of passes) {
            await writePass(readRecords(io, log, { reuseFrames: true }), pass, writer, first);
            first = false;
          }
        }
        await writer.end();
        await output.close();
        if (options.json === true)
          await io.out(`${JSON.stringify({ output: options.output, shows: writer.shows })}\n`);
        else io.err(`${options.output}: ${writer.shows} shows\n`);
        if (writer.shows === 0) throw new ToolError('no show lies in the scenes');
        return undefined;
      }),
    );

  async function goalFrames(log: string): Promise<number[]> {
    const indexer = createLogIndexer();
    for await (const record of readRecords(io, log, { reuseFrames: true })) indexer.add(record);
    return indexer.index().goals.map((goal) => goal.frame);
  }
}

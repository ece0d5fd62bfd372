import { CommandLineError, createIntegerParser, describeVerb, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type FileOutput, type Io, writeOutput } from '@rcss/log-service/streams';
import type { LogVersion } from '@rcss/logs';
import { createLogIndexer } from '@rcss/logs/contents';
import { createGoalScenes, groupIntoPasses, SceneWriter, writePass } from '@rcss/logs/edit';
import type { Command } from 'commander';
import { createLogOutputOption, parseLogVersion } from './options.js';
import { parseSceneSource, type SceneSource } from './scene-source.js';

interface Options {
  readonly output: string;
  readonly version?: LogVersion;
  readonly goals: boolean;
  readonly before: number;
  readonly after: number;
  readonly json: boolean;
}

async function goalFrames(io: Io, log: string): Promise<number[]> {
  const indexer = createLogIndexer();
  for await (const record of readRecords(io, log, { reuseFrames: true })) indexer.add(record);
  return indexer.createIndex().goals.map((goal) => goal.frame);
}

async function scenesOf(io: Io, arg: string, { goals, before, after }: Options): Promise<SceneSource> {
  const source = parseSceneSource(arg);
  if (!goals) return source;
  return { log: source.log, scenes: createGoalScenes(await goalFrames(io, source.log), before, after) };
}

/** Writes the scenes as a log and returns the count of shows. */
async function writeScenes(
  io: Io,
  sources: readonly SceneSource[],
  options: Options,
  output: FileOutput,
): Promise<number> {
  const writer = new SceneWriter(options.version ?? null, (bytes) => output.write(bytes));
  let first = true;
  for (const { log, scenes } of sources) {
    // The parameters are those of the first log, even if it has no scene.
    const passes = scenes.length === 0 && first ? [[]] : groupIntoPasses(scenes);
    for (const pass of passes) {
      await writePass(readRecords(io, log, { reuseFrames: true }), pass, writer, first);
      first = false;
    }
  }
  await writer.finish();
  if (writer.shows === 0)
    throw new CommandLineError(
      'no show of the logs is in the scenes, so no log was written: see "rcss-log index LOG" for their game times',
    );
  return writer.shows;
}

/** Adds `cut`: writes scenes of several logs as a new log (the recorder of the log player). */
export function addCut(program: Command, io: Io): void {
  const shows = createIntegerParser(0, 1_000_000);
  const verb = program
    .command('cut')
    .description('write scenes of one or several logs as a new log')
    .argument('<scenes...>', 'LOG:100-200,3000-3050 (game time), LOG:#10-#20 (shows), or LOG for all of it')
    .addOption(createLogOutputOption())
    .option(
      '-v, --version <n>',
      'version to write: 1 to 7 or json (default: that of the first log)',
      parseLogVersion,
    )
    .option('--goals', 'take the goals of the logs instead of given scenes', false)
    .option('--before <shows>', 'with --goals: shows before the score changes', shows, 50)
    .option('--after <shows>', 'with --goals: shows after the score changes', shows, 20)
    .option('--json', 'report what was written as JSON', false)
    .action(async (args: string[], options: Options) => {
      const sources: SceneSource[] = [];
      for (const arg of args) sources.push(await scenesOf(io, arg, options));
      const inputs = sources.map(({ log }) => log);
      const count = await writeOutput(io, options.output, inputs, (output) =>
        writeScenes(io, sources, options, output),
      );
      if (options.json) await io.out(`${formatJson({ output: options.output, shows: count })}\n`);
      else io.err(`${options.output}: ${count} shows\n`);
    });
  describeVerb(verb, [
    ['match.rcg:100-200,3000-3050 -o scenes.rcg', 'writes two scenes'],
    ['--goals a.rcg b.rcg -o goals.rcg.gz', 'writes all goals of two matches'],
  ]);
}

import { CommandLineError, describeVerb, EXIT } from '@rcss/kit/command-line';
import { findLogs } from '@rcss/log-service/files';
import { writeHighlights } from '@rcss/log-service/publish';
import { type Io, reportError } from '@rcss/log-service/streams';
import type { Command } from 'commander';

/** Longest video, minutes. */
const MAX_MINUTES = 120;

interface Options {
  readonly output: string;
  readonly minutes: number;
  readonly size: readonly [number, number];
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() === '' || !(minutes > 0 && minutes <= MAX_MINUTES))
    throw new CommandLineError(
      `--minutes: '${text}' is not allowed; give more than 0, at most ${MAX_MINUTES}`,
      EXIT.usage,
    );
  return minutes;
}

function parseSize(text: string): readonly [number, number] {
  const found = /^(\d{2,4})x(\d{2,4})$/.exec(text);
  const [width, height] = [Number(found?.[1]), Number(found?.[2])];
  const isAllowed = width >= 160 && width <= 3840 && height >= 90 && height <= 2160;
  if (found === null || !isAllowed || width % 2 === 1 || height % 2 === 1)
    throw new CommandLineError(
      `--size: '${text}' is not allowed; give WIDTHxHEIGHT, even numbers from 160x90 to 3840x2160`,
      EXIT.usage,
    );
  return [width, height];
}

async function write(io: Io, given: readonly string[], { output, minutes, size }: Options): Promise<void> {
  const logs = (await Promise.all(given.map(findLogs))).flat();
  const { scenes, seconds, failed } = await writeHighlights(logs, {
    output,
    seconds: minutes * 60,
    size,
    report: (line) => io.err(`${line}\n`),
  });
  for (const line of failed) reportError(io, line);
  await io.out(`${output}: ${scenes} scenes, ${seconds.toFixed(0)} s\n`);
}

/** Adds `highlights`: writes the best scenes of matches as a video. */
export function addHighlights(program: Command, io: Io): void {
  const verb = program
    .command('highlights')
    .description(
      'write the best scenes of several matches as one video; needs the program ffmpeg, and no browser',
    )
    .argument('<logs...>', 'game logs, and folders with game logs')
    .option('-o, --output <file>', 'video that is written: .mp4 or .webm', 'highlights.mp4')
    .option('--minutes <n>', 'longest duration', parseMinutes, 3)
    .option('--size <size>', 'width and height in pixels', parseSize, [1280, 720] as const)
    .action((logs: string[], options: Options) => write(io, logs, options));
  describeVerb(verb, [
    ['day-1/ --minutes 3', 'writes highlights.mp4: goals first, then the best shots, of all matches in turn'],
    ['final.rcg.gz -o final.webm --size 1920x1080', 'writes the best scenes of one match'],
  ]);
}

/** Writes the best scenes of several matches as one video, without a browser. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { env } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import type { Frame } from '@rcss/core';
import { startGuarded } from '@rcss/core/node';
import { CommandLineError } from '@rcss/kit/command-line';
import { describeEvent } from '@rcss/stats/describe';
import { loadCanvas, MatchPainter } from './match-painter.js';
import { findScenes, type PublishedMatch, readFrames, readMatch, toMinute } from './read-match.js';

/** Pictures of a second, and shows of a second at normal speed. */
const PICTURE_RATE = 25;
const SHOW_RATE = 10;
/** Time that the name of a match is shown before its scenes, s. */
const TITLE_SECONDS = 2;
/** Arguments of the encoder by the ending of the file. */
const ENCODERS: Readonly<Record<string, readonly string[]>> = {
  '.mp4': ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-movflags', '+faststart'],
  '.webm': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-b:v', '2M'],
};

/** Length, size and place of a video. */
export interface HighlightsOptions {
  /** File that is written; `.mp4` or `.webm`. */
  readonly output: string;
  /** Longest duration, s. */
  readonly seconds: number;
  /** Width and height, pixels; even numbers. */
  readonly size?: readonly [width: number, height: number];
  /** Program that encodes; by default `ffmpeg` of the system. */
  readonly encoder?: string;
  /** Called with a line for each match. */
  readonly report?: (line: string) => void;
}

/** What a video contains. */
export interface Highlights {
  readonly scenes: number;
  /** Duration, s. */
  readonly seconds: number;
  /** Logs that cannot be read, with the reason. */
  readonly failed: readonly string[];
}

/** A match with its scenes. */
interface Programme {
  readonly log: string;
  readonly match: PublishedMatch;
  readonly scenes: ReturnType<typeof findScenes>;
}

/**
 * Writes a video with the best scenes of all logs, in the order of the logs: goals first, then the shots with the most expected goals. All matches have the same
 * time; what one of them does not need is left to the following ones.
 *
 * @throws CommandLineError if there is no encoder, no scene, or the file cannot be written.
 */
export async function writeHighlights(
  logs: readonly string[],
  { output, seconds, size = [1280, 720], encoder = 'ffmpeg', report = () => {} }: HighlightsOptions,
): Promise<Highlights> {
  const codec = ENCODERS[extname(output).toLowerCase()];
  if (codec === undefined)
    throw new CommandLineError(`${output}: the ending of the file must be .mp4 or .webm`);
  const failed: string[] = [];
  const programme: Programme[] = [];
  let left = seconds * SHOW_RATE;
  for (const [i, log] of logs.entries()) {
    try {
      const match = await readMatch(log);
      const share = Math.floor(left / (logs.length - i)) - TITLE_SECONDS * SHOW_RATE;
      const scenes = share > 0 ? findScenes(match, share) : [];
      if (scenes.length === 0) continue;
      left -= scenes.reduce((sum, { from, to }) => sum + to - from, TITLE_SECONDS * SHOW_RATE);
      programme.push({ log, match, scenes });
    } catch (error) {
      failed.push(`${log}: ${(error as Error).message}`);
    }
  }
  if (programme.length === 0)
    throw new CommandLineError(
      `no scene fits into ${seconds} s${failed.length > 0 ? ` (${failed.join('; ')})` : ''}; give more minutes, or logs with goals or shots`,
    );
  const canvas = await loadCanvas();
  const unfinished = output.replace(/(\.\w+)$/, '.unfinished$1');
  const video = openEncoder(encoder, [...codec, unfinished], size);
  try {
    for (const { log, match, scenes } of programme) {
      const painter = new MatchPainter(canvas, match.params, ...size);
      await paintMatch(painter, { log, match, scenes }, video.write);
      const { l, r } = match.stats.teams;
      report(`${l.name} ${l.score} : ${r.score} ${r.name}: ${scenes.length} scenes`);
    }
    await video.end();
    await rename(unfinished, output);
  } catch (error) {
    video.kill();
    await rm(unfinished, { force: true });
    throw error;
  }
  return {
    scenes: programme.reduce((sum, { scenes }) => sum + scenes.length, 0),
    seconds: video.pictureCount() / PICTURE_RATE,
    failed,
  };
}

async function paintMatch(
  painter: MatchPainter,
  { log, match, scenes }: Programme,
  write: (picture: Buffer) => Promise<void>,
): Promise<void> {
  const { names } = match.analysis;
  let scene = 0;
  /** Pictures of the scene that are written. */
  let count = 0;
  await readFrames(log, scenes, async ([frame, previous, beforePrevious], show) => {
    while (show > scenes[scene]!.to) {
      scene++;
      count = 0;
    }
    const { from, event } = scenes[scene]!;
    if (show === from) {
      if (scene === 0) await writeTitle(painter, match, frame, write);
      return;
    }
    if (previous === undefined) return;
    // What happens is said when it begins, not before.
    const isNamed = show > event.show;
    const text = `${toMinute(event.time)}′${isNamed ? `  ${describeEvent(event, names)}` : ''}`;
    // The pictures between the frame before and this one.
    for (; (count * SHOW_RATE) / PICTURE_RATE < show - from; count++) {
      const fraction = (count * SHOW_RATE) / PICTURE_RATE - (show - from - 1);
      painter.draw({ frame: previous, next: frame, fraction, previous: beforePrevious }, text);
      await write(painter.canvas.data());
    }
  });
}

/** The first picture of a match stays with the names of the teams. */
async function writeTitle(
  painter: MatchPainter,
  { analysis: { names } }: PublishedMatch,
  frame: Frame,
  write: (picture: Buffer) => Promise<void>,
): Promise<void> {
  painter.draw({ frame }, `${names.l || 'left'} – ${names.r || 'right'}`);
  for (let i = 0; i < TITLE_SECONDS * PICTURE_RATE; i++) await write(painter.canvas.data());
}

/** The process that encodes pictures. */
interface Encoder {
  readonly write: (picture: Buffer) => Promise<void>;
  end(): Promise<void>;
  kill(): void;
  pictureCount(): number;
}

function openEncoder(
  program: string,
  output: readonly string[],
  [width, height]: readonly [number, number],
): Encoder {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(PICTURE_RATE),
  ];
  const args = ['-hide_banner', '-loglevel', 'error', '-y', ...input, '-i', '-', '-an'];
  const { child: process, release } = startGuarded<ChildProcessByStdio<Writable, null, Readable>>(
    (variables) =>
      spawn(program, [...args, '-pix_fmt', 'yuv420p', ...output], {
        env: { ...env, ...variables },
        stdio: ['pipe', 'ignore', 'pipe'],
      }),
  );
  process.once('exit', release);
  let errors = '';
  let count = 0;
  process.stderr.on('data', (text: Buffer) => {
    errors = (errors + text.toString()).slice(-2000);
  });
  // Its end is the error that is reported.
  process.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    process.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CommandLineError(
          error.code === 'ENOENT'
            ? `${program} is not installed; it encodes the video. On Debian and Ubuntu: apt-get install ffmpeg`
            : `${program}: ${error.message}`,
        ),
      ),
    );
    process.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new CommandLineError(`${program} ended with the code ${code}: ${errors.trim() || 'no message'}`),
        );
    });
  });
  ended.catch(() => {});
  return {
    write: async (picture) => {
      count++;
      // The canvas is drawn again while the process reads.
      if (!process.stdin.write(Buffer.from(picture)))
        await Promise.race([once(process.stdin, 'drain'), ended]);
    },
    end: () => {
      process.stdin.end();
      return ended;
    },
    kill: () => void process.kill('SIGKILL'),
    pictureCount: () => count,
  };
}

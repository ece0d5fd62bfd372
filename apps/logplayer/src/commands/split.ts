import { join } from 'node:path';
import { createIntegerParser, describeVerb, formatJson, makeFolderOf } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type FileOutput, type Io, openOutput } from '@rcss/log-service/streams';
import type { LogRecord } from '@rcss/logs';
import { isHead, SceneWriter } from '@rcss/logs/edit';
import type { Command } from 'commander';
import { LOG_ARGUMENT, parsePositive } from './options.js';

interface Options {
  readonly span: number;
  readonly start: number;
  readonly end: number;
  readonly directory: string;
  readonly json: boolean;
}

/** A log that is being written. */
interface Part {
  readonly name: string;
  /** Last game time of the part. */
  readonly until: number;
  readonly output: FileOutput;
  readonly writer: SceneWriter;
}

function padTime(time: number): string {
  return String(time).padStart(8, '0');
}

async function openPart(
  io: Io,
  log: string,
  from: number,
  { span, directory }: Options,
  head: readonly LogRecord[],
): Promise<Part> {
  const until = from + span - 1;
  const name = join(directory, `${padTime(from)}-${padTime(until)}.rcg`);
  const output = await openOutput(io, name, [log]);
  const writer = new SceneWriter(null, (bytes) => output.write(bytes));
  for (const record of head) await writer.addHead(record);
  return { name, until, output, writer };
}

async function closePart(part: Part | null): Promise<void> {
  await part?.writer.finish();
  await part?.output.close();
}

/** Writes the parts and returns the names of their files. If reading fails, the parts before it remain. */
async function splitLog(io: Io, log: string, options: Options): Promise<string[]> {
  const { start, end } = options;
  const head: LogRecord[] = [];
  const files: string[] = [];
  let part: Part | null = null;
  try {
    for await (const record of readRecords(io, log, { reuseFrames: true })) {
      if (isHead(record)) head.push(record);
      if (record.type === 'msg' || record.type === 'draw') await part?.writer.copyRecord(record);
      if (record.type !== 'show') continue;
      const { time } = record.frame;
      if ((start >= 0 && time < start) || (end >= 0 && time > end)) continue;
      if (part === null || time > part.until) {
        await closePart(part);
        part = null;
        part = await openPart(io, log, time, options, head);
        files.push(part.name);
      }
      await part.writer.addShow(record.frame, record.offset);
    }
  } catch (error) {
    await part?.output.discard();
    throw error;
  }
  await closePart(part);
  return files;
}

/** Adds `split`: writes a log as parts of equal length (rcgsplit). */
export function addSplit(program: Command, io: Io): void {
  const time = createIntegerParser(-1, 2 ** 31 - 1);
  const verb = program
    .command('split')
    .description('write a log as parts SSSSSSSS-EEEEEEEE.rcg of equal length, each a whole log (rcgsplit)')
    .argument('<log>', LOG_ARGUMENT)
    .option('-c, --span <cycles>', 'length of a part', parsePositive, 12000)
    .option('-s, --start <time>', 'first game time; -1 starts at the beginning', time, -1)
    .option('-e, --end <time>', 'last game time; -1 goes to the end', time, -1)
    .option('-d, --directory <path>', 'folder to write to', '.')
    .option('--json', 'report what was written as JSON', false)
    .action(async (log: string, options: Options) => {
      makeFolderOf('--directory', options.directory);
      const files = await splitLog(io, log, options);
      if (options.json) await io.out(`${formatJson({ files })}\n`);
      else for (const file of files) await io.out(`${file}\n`);
    });
  describeVerb(verb, [['--span 3000 -d halves match.rcg', 'writes one log per half into the folder halves']]);
}

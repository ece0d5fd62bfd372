import { join } from 'node:path';
import type { LogRecord } from '@rcss/logs';
import { readRecords } from '../input.js';
import { type Output, openOutput, ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { isHead, SceneWriter } from '../tools/scenes.js';

interface Options {
  readonly span: string;
  readonly start: string;
  readonly end: string;
  readonly directory: string;
  readonly json?: boolean;
}

function whole(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new ToolError(`--${name}: ${text} is no whole number`);
  return value;
}

function digits(time: number): string {
  return String(time).padStart(8, '0');
}

/** `split`: a log in pieces of equal time (rcgsplit). */
export function registerSplit({ program, io, run }: Registry): void {
  program
    .command('split')
    .description('a log in pieces SSSSSSSS-EEEEEEEE.rcg of equal length, each a whole log (rcgsplit)')
    .argument('<log>', 'game log, - for the standard input')
    .option('-c, --span <cycles>', 'length of a piece', '12000')
    .option('-s, --start <time>', 'first game time; negative: from the beginning', '-1')
    .option('-e, --end <time>', 'last game time; negative: to the end', '-1')
    .option('-d, --directory <path>', 'where to write', '.')
    .option('--json', 'tell what was written as JSON')
    .action(
      run(async (log: string, options: Options) => {
        const span = whole(options.span, 'span');
        if (span <= 0) throw new ToolError(`--span: ${span} is no length`);
        const start = whole(options.start, 'start');
        const end = whole(options.end, 'end');
        const head: LogRecord[] = [];
        const files: string[] = [];
        let writer: SceneWriter | null = null;
        let output: Output | null = null;
        let until = Number.NEGATIVE_INFINITY;
        const close = async () => {
          await writer?.end();
          await output?.close();
          writer = null;
          output = null;
        };
        for await (const record of readRecords(io, log, { reuseFrames: true })) {
          if (isHead(record)) head.push(record);
          if (record.type !== 'show') {
            if ((record.type === 'msg' || record.type === 'draw') && writer !== null) {
              await (writer as SceneWriter).copy(record);
            }
            continue;
          }
          const { time } = record.frame;
          if ((start >= 0 && time < start) || (end >= 0 && time > end)) continue;
          if (writer === null || time > until) {
            await close();
            until = time + span - 1;
            const name = join(options.directory, `${digits(time)}-${digits(until)}.rcg`);
            files.push(name);
            const opened = await openOutput(io, name, [log]);
            output = opened;
            writer = new SceneWriter(null, (bytes) => opened.write(bytes));
            for (const before of head) await writer.head(before);
          }
          await writer.show(record.frame, record.offset);
        }
        await close();
        if (options.json === true) await io.out(`${JSON.stringify({ files })}\n`);
        else for (const file of files) await io.out(`${file}\n`);
        return undefined;
      }),
    );
}

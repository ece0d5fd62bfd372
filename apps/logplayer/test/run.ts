import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io } from '@rcss/log-service/streams';
import { runLogCommand as runLog, runPredictCommand } from '../src/cli.js';

export { createTempFolder, findSample, SAMPLES } from '../../../packages/serve/log-service/test/samples.js';

/** Exit code and output of a run of the program. */
export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Run `rcss predict`. */
export function runPredict(args: readonly string[]): Promise<RunResult> {
  return run(args, '', runPredictCommand);
}

/** Run the program with a standard input. */
export async function run(
  args: readonly string[],
  input: string | Uint8Array = '',
  program: (args: readonly string[], io: Io) => Promise<number> = runLog,
): Promise<RunResult> {
  const out: Buffer[] = [];
  let err = '';
  let isText = true;
  const io: Io = {
    stdin: Readable.from([Buffer.from(input)]),
    isErrTerminal: false,
    async out(text) {
      isText &&= typeof text === 'string';
      out.push(Buffer.from(text));
    },
    err(text) {
      err += text;
    },
  };
  const code = await program(args, io);
  return { code, out: Buffer.concat(out).toString(isText ? 'utf8' : 'latin1'), err };
}

/** A clip of a match between real teams, packed. */
export function findClip(name: string): string {
  const path = `../../../packages/study/stats/testdata/clips/${name}.rcg.gz`;
  return fileURLToPath(new URL(path, import.meta.url));
}

/** A whole recorded match, if it is in a folder next to the project. */
export const MATCH: string = fileURLToPath(
  new URL('../../../../shared/conformance/matches/match-1.rcg.gz', import.meta.url),
);

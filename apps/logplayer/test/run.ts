import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run as runLog } from '../src/cli.js';
import type { Io } from '../src/io.js';

/** Exit code and output of a run of the program. */
export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Run the program with a standard input. */
export async function run(args: readonly string[], input: string | Uint8Array = ''): Promise<RunResult> {
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
  const code = await runLog(args, io);
  return { code, out: Buffer.concat(out).toString(isText ? 'utf8' : 'latin1'), err };
}

/** A sample log of the reference server, packed. */
export function findSample(name: string): string {
  return fileURLToPath(new URL(`../../../packages/wire/logs/testdata/${name}.rcg.gz`, import.meta.url));
}

/** A clip of a match between real teams, packed. */
export function findClip(name: string): string {
  const path = `../../../packages/study/stats/testdata/clips/${name}.rcg.gz`;
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The samples of all versions. */
export const SAMPLES: readonly string[] = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'json'].map(
  (v) => `sample-${v}`,
);

/** A whole recorded match, if it is in a folder next to the project. */
export const MATCH: string = fileURLToPath(
  new URL('../../../../shared/conformance/matches/match-1.rcg.gz', import.meta.url),
);

/** Creates a folder for output files. */
export function createTempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rcss-log-'));
}

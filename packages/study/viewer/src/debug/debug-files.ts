import type { Frame, Side } from '@rcss/core';
import { type OpenDebugLog, openDebugLog } from '@rcss/logs/debug';

/** A debug file that was read, or why it cannot be read. */
export type ReadDebugFile =
  | { readonly ok: true; readonly name: string; readonly log: OpenDebugLog }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** Reads a debug file of any format, plain or gzip. `frame` gives the names of the teams. */
export async function readDebugFile(file: Blob, name: string, frame: Frame | null): Promise<ReadDebugFile> {
  let text: string;
  try {
    const isCompressed = new Uint8Array(await file.slice(0, 2).arrayBuffer())[0] === 0x1f;
    const stream = isCompressed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
    text = await new Response(stream).text();
  } catch {
    return { ok: false, name, message: `${name} cannot be read: the compressed data are damaged` };
  }
  const log = openDebugLog(text, name.replace(/\.gz$/i, ''), (team) => findTeamSide(team, frame));
  return log.ok ? { ok: true, name, log: log.value } : { ok: false, name, message: log.error.message };
}

function findTeamSide(team: string, frame: Frame | null): Side | null {
  if (frame?.left.name === team) return 'l';
  return frame?.right.name === team ? 'r' : null;
}

/** Describes in one line what was read. */
export function describeReadFiles(files: readonly ReadDebugFile[]): string {
  const failed = files.find((file) => !file.ok);
  if (failed !== undefined && !failed.ok) return failed.message;
  let records = 0;
  let problems = 0;
  let first = '';
  for (const file of files) {
    if (!file.ok) continue;
    records += file.log.records.length;
    problems += file.log.problemCount;
    first ||= file.log.problems[0]?.message ?? '';
  }
  const read = `${records} record${records === 1 ? '' : 's'} of ${files.length} file${files.length === 1 ? '' : 's'}`;
  return problems === 0 ? read : `${read}; ${problems} problem${problems === 1 ? '' : 's'}: ${first}`;
}

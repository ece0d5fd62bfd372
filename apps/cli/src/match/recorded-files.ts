import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { resolveBin } from '@rcss/kit/match-runner';

/** Files beside the game log of a match that was recorded; null if they were not asked for or could not be written. */
export interface RecordedFiles {
  readonly recording: string | null;
  /** Messages of the players as debug records. */
  readonly debug: string | null;
  /** Why a file is missing, one line each. */
  readonly problems: readonly string[];
}

/**
 * Gives the recording of a match the name of its game log, and writes the messages of the players beside it.
 *
 * @param recording Where the server has written it.
 * @param gameLog Null: there is none, and the recording keeps its name.
 * @param withDebug Whether the messages are written.
 */
export function finishRecording(
  recording: string,
  gameLog: string | null,
  withDebug: boolean,
): RecordedFiles {
  if (!existsSync(recording))
    return { recording: null, debug: null, problems: [`the recording ${recording} was not written`] };
  const base = (gameLog ?? recording).replace(/\.(rcg|rec)(\.gz)?$/, '');
  const path = `${base}.rec.gz`;
  if (path !== recording) renameSync(recording, path);
  if (!withDebug) return { recording: path, debug: null, problems: [] };
  const debug = `${base}.debug.jsonl`;
  const args = [resolveBin('server', 'rcss-server.js'), 'messages', path, '--out', debug];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return { recording: path, debug, problems: [] };
  return { recording: path, debug: null, problems: [`${debug} was not written: ${stderr.trim()}`] };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadTeamModule } from '@rcss/kit/match-runner';
import { recordMatch } from '../../cli/test/record-match.js';

const MODULE = new URL('teams/walkers.mjs', import.meta.url);
/** The team of {@link recordModules}, as a command line names it. */
export const WALKERS: string = `module:${fileURLToPath(MODULE)}`;

/** Plays a synchronous match of two teams of {@link WALKERS} and returns the path of its recording. */
export async function recordModules(folder: string, cycles: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'match.rec.gz');
  const create = await loadTeamModule({ name: 'Walkers', module: MODULE.href });
  const recording = await recordMatch({ name: 'Alpha', create }, { name: 'Beta', create }, cycles);
  writeFileSync(path, gzipSync(recording));
  return path;
}

/** Worker of a team that plays a match again, in a frame with an opaque origin: runs its compiled files. */
import { loadCode, type RunCode } from '@rcss/team-frames/load-code';
import type { LoadModule } from '@rcss/team-frames/start-worker';
import { answerRequests, type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import { importModule } from '@rcss/team-frames/team-modules';
import type { TeamCode } from '../team-code.js';

type Exports = { default?: Awaited<ReturnType<LoadTeam>> };

const createLoader =
  (load: LoadModule): LoadTeam =>
  async ({ code }, console) => {
    const { entry, files } = JSON.parse(code ?? '') as Pick<TeamCode, 'entry' | 'files'>;
    const functions = new Map<string, RunCode>();
    for (const [path, text] of Object.entries(files)) functions.set(path, await loadCode(load, text, path));
    const loaded = new Map<string, Exports>();
    const require = (name: string, from: string): Exports => {
      const path = name.startsWith('.') ? new URL(name, `file:///${from}`).pathname.slice(1) : name;
      const run = functions.get(path);
      if (run === undefined) return importModule(name) as Exports;
      const exports = loaded.get(path) ?? {};
      if (loaded.has(path)) return exports;
      loaded.set(path, exports);
      run(exports, (imported) => require(imported, path), console);
      return exports;
    };
    return require(entry, '').default as Awaited<ReturnType<LoadTeam>>;
  };

/** Begins to answer the engine, at the port of the first message. */
export function startVerifiedTeam(load: LoadModule): void {
  const host = new TeamHost(createLoader(load));
  answerRequests(() => host);
}

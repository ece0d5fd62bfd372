/** Worker of a team that plays a match again, in a frame with an opaque origin: runs its compiled files. */
import * as parameters from '@rcss/agent/parameters';
import * as versions from '@rcss/core/versions';
import { computeHalfTimeCycles } from '@rcss/params';
import { listFileNames } from '@rcss/team-frames/importable';
import { loadCode, type RunCode } from '@rcss/team-frames/load-code';
import type { LoadModule } from '@rcss/team-frames/start-worker';
import { answerRequests, type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import { importModule } from '@rcss/team-frames/team-modules';
import type { TeamCode } from '../team-code.js';

/** What a team can import here besides the modules of the playground; the base team does. */
const MODULES = {
  '@rcss/agent/parameters': parameters,
  '@rcss/core/versions': versions,
  // Alone, because the package has the schemas, too.
  '@rcss/params': { computeHalfTimeCycles },
};

type Exports = { default?: Awaited<ReturnType<LoadTeam>> };

const createLoader =
  (load: LoadModule): LoadTeam =>
  async ({ code }, console) => {
    const { entry, files } = JSON.parse(code ?? '') as Pick<TeamCode, 'entry' | 'files'>;
    const functions = new Map<string, RunCode>();
    for (const [path, text] of Object.entries(files)) functions.set(path, await loadCode(load, text, path));
    const loaded = new Map<string, Exports>();
    const require = (name: string, from: string): Exports => {
      const place = name.startsWith('.') ? new URL(name, `file:///${from}`).pathname.slice(1) : name;
      const path = listFileNames(decodeURI(place)).find((file) => functions.has(file));
      if (path === undefined) return importModule(name, MODULES) as Exports;
      const exports = loaded.get(path) ?? {};
      if (loaded.has(path)) return exports;
      loaded.set(path, exports);
      functions.get(path)!(exports, (imported) => require(imported, path), console);
      return exports;
    };
    return require(entry, '').default as Awaited<ReturnType<LoadTeam>>;
  };

/** Begins to answer the engine, at the port of the first message. */
export function startVerifiedTeam(load: LoadModule): void {
  const host = new TeamHost(createLoader(load));
  answerRequests(() => host);
}

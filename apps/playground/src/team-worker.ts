/** The worker of one team: runs the code of the team. Its origin is opaque and its policy closes the network. */
import { CODE_NAME } from '@rcss/team-frames/code-name';
import { loadCode } from '@rcss/team-frames/load-code';
import type { LoadModule } from '@rcss/team-frames/start-worker';
import { answerRequests, type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import { importModule } from '@rcss/team-frames/team-modules';

/** Returns a function that runs compiled code of a team. */
const createLoader =
  (load: LoadModule): LoadTeam =>
  async ({ code }, console) => {
    const run = await loadCode(load, code ?? '', CODE_NAME);
    const exports: { default?: unknown } = {};
    run(exports, importModule, console);
    return exports.default as Awaited<ReturnType<LoadTeam>>;
  };

/** Begins to answer the engine, at the port of the first message. */
export function startTeamWorker(load: LoadModule): void {
  const host = new TeamHost(createLoader(load));
  answerRequests(() => host);
}

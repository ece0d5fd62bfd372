/** The worker of one team: runs the code of the team. Its origin is opaque and its policy closes the network. */
import { CODE_NAME } from './code-name.js';
import type { LoadModule } from './start-worker.js';
import { answerRequests, type LoadTeam, TeamHost } from './team-host.js';
import { importModule } from './team-modules.js';

/** Returns a function that runs compiled code of a team. */
const createLoader =
  (load: LoadModule): LoadTeam =>
  async ({ code }, console) => {
    // No line break before the code: the lines of errors are those of the editor.
    const text = `export default function (exports, require, console) {"use strict"; ${code}\n}\n//# sourceURL=${CODE_NAME}`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    try {
      const { default: run } = (await load(url)) as {
        default(exports: object, require: (name: string) => unknown, console: unknown): void;
      };
      const exports: { default?: unknown } = {};
      run(exports, importModule, console);
      return exports.default as Awaited<ReturnType<LoadTeam>>;
    } finally {
      URL.revokeObjectURL(url);
    }
  };

/** Begins to answer the engine, at the port of the first message. */
export function startTeamWorker(load: LoadModule): void {
  const host = new TeamHost(createLoader(load));
  answerRequests(() => host);
}

/** The worker of one team: runs the code of the team, which has no network and no storage. */
import { CODE_NAME } from './code-name.js';
import type { TeamReply, TeamRequest } from './messages.js';
import type { LoadModule } from './start-worker.js';
import { type LoadCode, TeamHost } from './team-host.js';
import { importModule } from './team-modules.js';

const post: (reply: TeamReply) => void = self.postMessage.bind(self);

/** Returns a function that runs compiled code of a team. */
const createLoader =
  (load: LoadModule): LoadCode =>
  async (code, console) => {
    // No line break before the code: the lines of errors are those of the editor.
    const text = `export default function (exports, require, console) {"use strict"; ${code}\n}\n//# sourceURL=${CODE_NAME}`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    try {
      const { default: run } = (await load(url)) as {
        default(exports: object, require: (name: string) => unknown, console: unknown): void;
      };
      const exports: { default?: unknown } = {};
      run(exports, importModule, console);
      return exports.default as Awaited<ReturnType<LoadCode>>;
    } finally {
      URL.revokeObjectURL(url);
    }
  };

/** Begins to answer the engine. */
export function startTeamWorker(load: LoadModule): void {
  // The code of a team keeps nothing and reaches no other page of the same origin. The policy of the page closes the network.
  for (const name of ['indexedDB', 'caches', 'BroadcastChannel', 'postMessage', 'close'])
    Object.defineProperty(self, name, { value: undefined });
  const host = new TeamHost(createLoader(load));
  self.onmessage = async ({ data }: MessageEvent<TeamRequest>) => post(await host.answer(data));
}

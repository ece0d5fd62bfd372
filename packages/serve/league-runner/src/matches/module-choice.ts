import { fileURLToPath } from 'node:url';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { TeamChoice } from '@rcss/kit/match-runner';
import type { ModulePlayerRequest } from './module-player.js';

const PROGRAM = fileURLToPath(new URL('./module-player.js', import.meta.url));

/** Returns the choice of a module as a team that connects to a server. */
export function createModuleChoice({ module, options = {} }: ModuleTeam, seed: number): TeamChoice {
  return {
    kind: 'built-in',
    defaultName: '',
    folder: null,
    start({ host, port, olcoachPort, team }) {
      const request: ModulePlayerRequest = {
        module,
        team,
        host,
        port,
        coachPort: olcoachPort,
        seed,
        options,
      };
      return {
        file: process.execPath,
        args: [PROGRAM, JSON.stringify(request)],
        shell: false,
        cwd: process.cwd(),
      };
    },
  };
}

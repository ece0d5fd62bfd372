/** Program of the processes that play matches, one after the other, for a pool in another process. */
import { closeInheritedFiles } from '@rcss/core/node';
import { loadTeamModule } from '@rcss/kit/match-runner';
import { checkTeam } from '../checks/check-team.js';
import { playJob } from '../matches/play-job.js';
import type { MatchProgressListener } from '../matches/play-programs.js';
import type { HostReply, HostRequest, HostTask, HostTasks } from './host-messages.js';

let stopper = new AbortController();
let running: Promise<void> = Promise.resolve();

function send(reply: HostReply): void {
  if (process.connected) process.send!(reply);
}

const LISTENER: MatchProgressListener = {
  opened: (port) => send({ type: 'opened', port }),
  started: (tree) => send({ type: 'started', tree }),
  progressed: (cycle, score) => send({ type: 'progress', cycle, score }),
};

const TASKS: {
  [Type in keyof HostTasks]: (
    task: HostTask<Type>,
    signal: AbortSignal,
  ) => Promise<HostTasks[Type]['result']>;
} = {
  play: ({ given: job, folder, slot }, signal) => playJob({ job, folder, slot, listener: LISTENER, signal }),
  check: ({ given, folder }, signal) => checkTeam(given, folder, LISTENER, signal),
  async load({ given }) {
    await loadTeamModule(given);
    return null;
  },
};

async function answer<Type extends keyof HostTasks>(task: HostTask<Type>): Promise<void> {
  try {
    send({ type: 'done', result: await TASKS[task.type](task, stopper.signal) });
  } catch (error) {
    send({ type: 'failure', message: error instanceof Error ? error.message : String(error) });
  }
}

closeInheritedFiles();
process.on('message', (request: HostRequest) => {
  if (request.type === 'stop') return stopper.abort();
  stopper = new AbortController();
  running = answer(request);
});

// The pool has ended, perhaps by SIGKILL: the teams must not stay.
process.on('disconnect', () => {
  stopper.abort();
  void running.finally(() => process.exit());
});
// Ctrl-C reaches all processes of the terminal; the pool decides. Without a handler, SIGUSR1 opens the inspector, which runs code of a team here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const) process.on(signal, () => {});

send({ type: 'ready' });

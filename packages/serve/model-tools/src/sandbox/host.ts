/** Program of the process in which teams play: performs one task and ends. Its rights are those that run-task.ts gives to it. */
import { PrintedLines } from './load-team.js';
import { perform } from './perform.js';
import type { SandboxReply, SandboxTask } from './tasks.js';

/** Longest message of an error, characters: the code of a team can throw anything. */
const MAX_MESSAGE = 1000;

const send = process.send!.bind(process) as (reply: SandboxReply, done?: () => void) => void;

// Code of a team that reaches this scope must not find a way out: the network is not part of the permission model of all versions of Node.
const ways = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'send', 'kill', 'mainModule'];
process.once('message', (task: SandboxTask) => {
  for (const name of ways) Object.defineProperty(process, name, { value: undefined });
  // Node 22 and 24 read variables when they print an error.
  Object.defineProperty(process, 'env', { value: Object.freeze({}) });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Object.defineProperty(globalThis, name, { value: undefined });
  void answer(task);
});

async function answer(task: SandboxTask): Promise<void> {
  const printed = new PrintedLines();
  let reply: SandboxReply;
  try {
    send({ type: 'progress', done: 0, total: 1 });
    const result = await perform(task, printed, (done, total) => send({ type: 'progress', done, total }));
    reply = { type: 'result', result };
  } catch (error) {
    const { message = String(error), cause } = (error ?? {}) as Partial<Error>;
    reply = {
      type: 'failure',
      message: `${String(message).slice(0, MAX_MESSAGE)}${describePlace(cause)}`,
      printed: printed.lines,
    };
  }
  send(reply, () => process.disconnect());
}

/** Line of the team's file in which an error of a client occurred. */
function describePlace(error: unknown): string {
  const at = /([^\s(]+\.(?:ts|js|mjs)):(\d+)/.exec(
    String((error as Partial<Error> | null | undefined)?.stack ?? '')
      .split('\n')
      .find((line) => /teams\//.test(line)) ?? '',
  );
  return at === null ? '' : ` (${at[1]}, line ${at[2]})`;
}

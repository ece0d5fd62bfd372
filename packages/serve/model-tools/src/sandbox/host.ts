/** Program of two processes: of a match, which performs one task and ends; and with the argument `team`, of the code of a team. */
import { LocalTeamError } from '@rcss/agent/local';
import { closeInheritedFiles } from '@rcss/core/node';
import { perform } from './perform.js';
import { PrintedLines } from './printed-lines.js';
import type { SandboxReply, SandboxTask } from './tasks.js';
import { SeatFailure, type SeatLimits, SeatProcesses } from './team-process.js';
import { runTeamProgram } from './team-program.js';

/** Longest message of an error, characters: it quotes what the code of a team threw. */
const MAX_MESSAGE = 2500;

function send(reply: SandboxReply, done?: () => void): void {
  process.send!(reply, undefined, undefined, done);
}

async function answer(task: SandboxTask, limits: SeatLimits): Promise<void> {
  const printed = new PrintedLines();
  const teams = new SeatProcesses(process.argv[1]!, limits, printed);
  let reply: SandboxReply;
  try {
    send({ type: 'progress', done: 0, total: 1, slow: null });
    const report = (done: number, total: number): void =>
      send({ type: 'progress', done, total, slow: teams.slowSide });
    reply = { type: 'result', result: await perform(task, { printed, teams }, report) };
  } catch (error) {
    const { message = String(error) } = (error ?? {}) as Partial<Error>;
    const side = error instanceof SeatFailure || error instanceof LocalTeamError ? error.side : null;
    reply = {
      type: 'failure',
      message: String(message).slice(0, MAX_MESSAGE),
      printed: printed.lines,
      ...(side === null ? {} : { side }),
    };
  }
  teams.close();
  send(reply, () => process.disconnect());
}

if (process.argv[2] === 'team') runTeamProgram();
else {
  closeInheritedFiles();
  // A signal starts the inspector of Node, which runs any code, unless there is a handler.
  process.on('SIGUSR1', () => {});
  process.once('message', ({ task, limits }: { task: SandboxTask; limits: SeatLimits }) => {
    void answer(task, limits);
  });
  // Without its parent, no process takes the result.
  process.once('disconnect', () => process.exit());
}

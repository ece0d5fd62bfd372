import {
  createProcessTeam,
  type DecisionReport,
  ProcessTeamError,
  runTeam,
  startCommand,
} from '@rcss/agent/node';
import type { TeamOptions } from './run-team.js';

export { ProcessTeamError };

/** Options of {@link runDecidingProcess}. */
export interface DecidingProcessOptions extends TeamOptions {
  /** Whether each player has a process of its own; false by default. */
  readonly processPerPlayer?: boolean;
  /** Time for a decision, ms. */
  readonly limitMs: number;
  /** As in `runTeam`. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Plays a match with a program that decides, and resolves when all sessions are over.
 *
 * @param note Receives one line with the times of the decisions at the end.
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer or refuses a player
 * @throws ProcessTeamError if the program does not start
 */
export async function runDecidingProcess(
  command: string,
  { processPerPlayer = false, limitMs, version = 19, onWarning = () => {}, ...rest }: DecidingProcessOptions,
  note: (line: string) => void,
): Promise<void> {
  const team = createProcessTeam({
    start: startCommand(command),
    processPerPlayer,
    limitMs,
    version,
    now: () => performance.now(),
    onWarning,
  });
  const { signal } = rest;
  // Also before the program has answered to its start.
  const close = (): void => team.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    if (signal?.aborted !== true) await runTeam(team.create, { ...rest, onWarning });
  } catch (error) {
    if (signal?.aborted === true && error instanceof ProcessTeamError) return;
    throw error;
  } finally {
    signal?.removeEventListener('abort', close);
    team.close();
  }
  note(describeReport(rest.team, team.report()));
}

/** Returns the times as one line. */
function describeReport(team: string, report: DecisionReport): string {
  const { count, late, p50Ms, p99Ms, maxMs, errors, restarts } = report;
  const ms = (value: number | null): string => (value === null ? '-' : value.toFixed(1));
  return (
    `Decisions of ${team}: ${count}, p50 ${ms(p50Ms)} ms, p99 ${ms(p99Ms)} ms, longest ${ms(maxMs)} ms, ` +
    `late ${late}, errors ${errors}, restarts ${restarts}`
  );
}

/** `rcss decide` for programs: a whole team, one player or the coach decides all cycles of a recorded match again. */
import { type Side, TEAM_SIZE } from '@rcss/core';
import { CommandLineError, EXIT, escapeText } from '@rcss/kit/command-line';
import { catchInterrupt, chooseTeam } from '@rcss/kit/match-runner';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import {
  describeClient,
  formatCycle,
  RehearsalError,
  type RehearsedDecision,
  rehearse,
} from '@rcss/match-server/program';
import { computeFullTimeCycles } from '@rcss/params/derived';
import { createProgress, type Progress } from '../match/progress.js';

/** Options of the programs of a team. */
export interface ProgramOptions {
  /** Start script or command of the team, as for `rcss match`. */
  readonly start: string;
  /** Options of the team for its environment; empty: none. */
  readonly teamOptions: Readonly<Record<string, unknown>>;
  /** Time for a decision, s. */
  readonly limit: number;
  /** Time for a client to connect, s. */
  readonly connectTimeout: number;
  readonly singlePort: boolean;
}

/** A decision with other commands than the recorded ones. */
export interface OtherDecision extends RehearsedDecision {
  /** End of the address of the moment in the viewer. */
  readonly link: string;
}

/** What the programs of a team decide in all cycles of a match. */
export interface TeamDecisions {
  readonly team: string;
  readonly side: Side;
  /** Decisions of each client, in the order of the numbers; 0 is the coach. */
  readonly clients: readonly { readonly unum: number; decisions: number; others: number }[];
  readonly decisions: number;
  readonly others: number;
  /** Commands by kind: recorded ones that are not given now, and new ones. */
  readonly kinds: Readonly<Record<string, { readonly missing: number; readonly added: number }>>;
  /** The first {@link MAX_LISTED} of the other decisions. */
  readonly list: readonly OtherDecision[];
  /** Whether the recording has no end, as after a crash. */
  readonly isTruncated: boolean;
  /** Game time to which the match was played. */
  readonly cycles: number;
  /** Time from the first to the last decision, s. */
  readonly seconds: number;
}

const MAX_LISTED = 10_000;
/** Other decisions in the text. */
const MAX_SHOWN = 20;

/**
 * Starts the programs of a team, gives them the messages of a recorded match, and compares their commands.
 *
 * @param unum The only client, 0 for the coach; null: all clients of the side.
 * @throws {CommandLineError} if the recording cannot be played, or a program does not connect, does not answer or ends
 */
export async function decideWithPrograms(
  bytes: Uint8Array,
  side: Side,
  unum: number | null,
  { start, teamOptions, limit, connectTimeout, singlePort }: ProgramOptions,
): Promise<TeamDecisions> {
  const clients = Array.from({ length: TEAM_SIZE + 1 }, (_, i) => ({ unum: i, decisions: 0, others: 0 }));
  const kinds: Record<string, { missing: number; added: number }> = {};
  const list: OtherDecision[] = [];
  const abort = new AbortController();
  const interrupt = catchInterrupt();
  interrupt.onReceived(() => abort.abort());
  let progress: Progress | null = null;
  let firstAt = 0;
  try {
    const { end, names, isTruncated } = await rehearse(bytes, {
      teams: { [side]: chooseTeam(start, process.cwd()) },
      ...(unum !== null && { only: unum }),
      environment:
        Object.keys(teamOptions).length === 0 ? {} : { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(teamOptions) },
      limitMs: limit * 1000,
      connectTimeoutMs: connectTimeout * 1000,
      singlePort,
      signal: abort.signal,
      onStart(match, { rules }) {
        progress = createProgress(process.stderr, computeFullTimeCycles(rules.server), 5000);
        progress.start(match);
      },
      onDecision(decision) {
        firstAt ||= performance.now();
        const client = clients[decision.unum]!;
        client.decisions += 1;
        if (decision.recorded.join('') === decision.decided.join('')) return;
        client.others += 1;
        countKinds(kinds, decision);
        if (list.length < MAX_LISTED) list.push({ ...decision, link: `#cycle=${decision.time}` });
      },
    });
    if (interrupt.status !== null) throw new CommandLineError('ended by a signal', EXIT.interrupted);
    if (list.length === 0 && clients.every(({ decisions }) => decisions === 0))
      throw new CommandLineError(`${describeClient({ side, unum: unum ?? 1 })} is not in the recording`);
    const sum = (of: 'decisions' | 'others') => clients.reduce((total, client) => total + client[of], 0);
    return {
      team: names[side],
      side,
      clients: clients.filter(({ decisions }) => decisions > 0),
      decisions: sum('decisions'),
      others: sum('others'),
      kinds,
      list,
      isTruncated,
      cycles: end.time,
      seconds: (performance.now() - firstAt) / 1000,
    };
  } catch (error) {
    throw error instanceof RehearsalError ? new CommandLineError(error.message) : error;
  } finally {
    (progress as Progress | null)?.stop();
    interrupt.restoreDefaults();
  }
}

function countKinds(
  kinds: Record<string, { missing: number; added: number }>,
  { recorded, decided }: RehearsedDecision,
): void {
  const rest = [...decided];
  const count = (command: string, of: 'missing' | 'added'): void => {
    const kind = /^\((\w+)/.exec(command)?.[1] ?? '';
    kinds[kind] ??= { missing: 0, added: 0 };
    kinds[kind][of] += 1;
  };
  for (const command of recorded) {
    const at = rest.indexOf(command);
    if (at >= 0) rest.splice(at, 1);
    else count(command, 'missing');
  }
  for (const command of rest) count(command, 'added');
}

/** Formats what the programs of a team decide. */
export function formatTeamDecisions(report: TeamDecisions): string {
  const { team, side, clients, decisions, others, kinds, list, isTruncated, cycles, seconds } = report;
  const of = `${clients.length === 1 ? describeClient({ side, unum: clients[0]!.unum }) : `${clients.length} clients`} of ${team}`;
  const head = `${decisions} decisions of ${of} in ${cycles} cycles, ${seconds.toFixed(1)} s`;
  const lines = [others === 0 ? `${head}: all as recorded` : `${head}: ${others} other than recorded`];
  if (isTruncated) lines.push('The recording has no end.');
  for (const { unum, others: count, decisions: all } of others === 0 ? [] : clients)
    if (count > 0) lines.push(`  ${unum === 0 ? 'coach' : side + unum}: ${count} of ${all}`);
  for (const [kind, { missing, added }] of Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)))
    lines.push(`  ${kind}: ${missing} not given, ${added} new`);
  for (const { time, stoppageTime, unum, recorded, decided, link } of list.slice(0, MAX_SHOWN))
    lines.push(
      `cycle ${formatCycle(time, stoppageTime)}, ${unum === 0 ? `coach of ${side}` : side + unum}  ${link}`,
      `  then  ${escapeText(recorded.join('')) || 'no command'}`,
      `  now   ${escapeText(decided.join('')) || 'no command'}`,
    );
  if (others > MAX_SHOWN) lines.push(`and ${others - MAX_SHOWN} more (--json)`);
  return lines.map((line) => `${line}\n`).join('');
}

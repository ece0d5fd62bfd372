/** `rcss decide` for programs: a whole team, one player or the coach decides all cycles of a recorded match again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Side, TEAM_SIZE } from '@rcss/core';
import { CommandLineError, EXIT, escapeText } from '@rcss/kit/command-line';
import {
  catchInterrupt,
  chooseTeam,
  describeTeam,
  startTeam,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import {
  describeClient,
  formatCycle,
  type RecordedClient,
  RehearsalError,
  type RehearsedDecision,
  rehearse,
} from '@rcss/match-server/program';
import { computeFullTimeCycles } from '@rcss/params/derived';
import { createRecordedMatch, playRecording, readRecording } from '@rcss/simulator/recording';
import { createProgress } from '../match/progress.js';

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

/** Returns the name of a recorded team, and whether the player was in the match; the left team connects first. */
function findTeam(bytes: Uint8Array, { side, unum }: RecordedClient): string {
  const reader = openRecording(bytes);
  const match = createRecordedMatch(reader);
  let isThere = false;
  playRecording(reader, {
    match,
    after() {
      const { players } = match.world;
      isThere =
        unum === 0
          ? match.coaches[side].used
          : players.some((p) => p.side === side && p.unum === unum && p.assigned);
    },
    before: () => !isThere,
  });
  const { name } = match.world[side === 'l' ? 'left' : 'right'];
  if (!isThere) throw new CommandLineError(`${describeClient({ side, unum })} is not in the recording`);
  return name;
}

function openRecording(bytes: Uint8Array) {
  const opened = readRecording(bytes);
  if (!opened.ok) throw new CommandLineError(opened.error.message, EXIT.usage);
  return opened.value;
}

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
  const reader = openRecording(bytes);
  const name = findTeam(bytes, { side, unum: unum ?? 1 });
  const choice = chooseTeam(start, process.cwd());
  const folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  const clients = Array.from({ length: TEAM_SIZE + 1 }, (_, i) => ({ unum: i, decisions: 0, others: 0 }));
  const kinds: Record<string, { missing: number; added: number }> = {};
  const list: OtherDecision[] = [];
  const abort = new AbortController();
  const interrupt = catchInterrupt();
  interrupt.onReceived(() => abort.abort());
  const progress = createProgress(process.stderr, computeFullTimeCycles(reader.header.rules.server), 5000);
  let team: TeamProcess | null = null;
  let firstAt = 0;
  let isFailed = true;
  try {
    const { end, isOver } = await rehearse(reader, {
      isLive: (client) => client.side === side && (unum === null || client.unum === unum),
      limitMs: limit * 1000,
      connectTimeoutMs: connectTimeout * 1000,
      singlePort,
      signal: abort.signal,
      start({ ports, match }) {
        progress.start(match);
        const { player: port, coach: coachPort, olcoach: olcoachPort } = ports;
        const place = { host: '127.0.0.1', port, coachPort, olcoachPort, seed: match.seed };
        const environment =
          Object.keys(teamOptions).length === 0
            ? {}
            : { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(teamOptions) };
        const sideName = side === 'l' ? 'left' : 'right';
        team = startTeam(sideName, { choice, name }, place, join(folder, 'team.log'), { environment });
        void team.tree.ended.then(({ status, error }) => {
          if (status !== 0 || error !== '') abort.abort();
        });
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
    if (!isOver) throw new RehearsalError('the start command ended with an error', side);
    isFailed = false;
    const sum = (of: 'decisions' | 'others') => clients.reduce((total, client) => total + client[of], 0);
    return {
      team: name,
      side,
      clients: clients.filter(({ decisions }) => decisions > 0),
      decisions: sum('decisions'),
      others: sum('others'),
      kinds,
      list,
      isTruncated: reader.outcome !== null && reader.outcome !== 'complete',
      cycles: end.time,
      seconds: (performance.now() - firstAt) / 1000,
    };
  } catch (error) {
    if (!(error instanceof RehearsalError)) throw error;
    throw new CommandLineError(
      team === null || error.side === null ? error.message : describeTeam(team, error.message),
    );
  } finally {
    progress.stop();
    interrupt.restoreDefaults();
    await (team as TeamProcess | null)?.tree.stop();
    // The output of a program that failed stays: the error names the file.
    if (!isFailed || team === null) rmSync(folder, { recursive: true, force: true });
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

import { type Side, TEAM_SIZE } from '@rcss/core';
import type { OwnTeam } from '@rcss/kit/match-runner';
import type { RehearsedDecision } from './decisions.js';
import { describeClient } from './recorded-places.js';
import { formatCycle, type OpenClient, RehearsalError } from './rehearsal-options.js';
import { type RehearsalPlan, rehearse } from './rehearse.js';

/** A moment of a match: game time, and the cycles since it stood still. */
export interface DecisionTime {
  readonly time: number;
  readonly stoppageTime: number;
}

/** Whose decisions of a recorded match are made again. */
export interface DecideQuestion
  extends Pick<RehearsalPlan, 'limitMs' | 'connectTimeoutMs' | 'singlePort' | 'onStart' | 'signal'> {
  readonly side: Side;
  /** The only client, 0 for the online coach; null: all of the side. */
  readonly unum: number | null;
  /** Program of the team, or what opens its clients in this process. */
  readonly team: OwnTeam | OpenClient;
  /** The last decision; absent: that at the end of the match. */
  readonly last?: DecisionTime;
}

/** What a team decides in a recorded match. */
export interface DecidedAgain {
  readonly team: string;
  readonly side: Side;
  /** Decisions of each client, in the order of the numbers; 0 is the coach. */
  readonly clients: readonly { readonly unum: number; decisions: number; others: number }[];
  readonly decisions: number;
  /** Decisions with other commands than the recorded ones. */
  readonly others: number;
  /** Commands by kind: recorded ones that are not given now, and new ones. */
  readonly kinds: Readonly<Record<string, { readonly missing: number; readonly added: number }>>;
  /** The other decisions, at most the first 10,000. */
  readonly list: readonly RehearsedDecision[];
  /** The decision at the time that was asked for; null: none was. */
  readonly last: RehearsedDecision | null;
  /** Whether the recording has no end, as after a crash. */
  readonly isTruncated: boolean;
  /** Game time to which the match was played. */
  readonly cycles: number;
  /** Time from the first to the last decision, s. */
  readonly seconds: number;
}

/** Other decisions that are kept. */
const MAX_OTHERS = 10_000;

/** Whether a decision has the recorded commands. */
export function isAsRecorded({ recorded, decided }: RehearsedDecision): boolean {
  return recorded.join('') === decided.join('');
}

/**
 * Gives the clients of a team all messages that they received in a recorded match, byte for byte, and compares their commands with the recorded ones,
 * from which they go on.
 *
 * @param bytes The recording, not compressed.
 * @throws {RehearsalError} (as a rejection) if the recording cannot be played, if it does not have the client or its decision, or if a client does not
 * connect, does not answer or ends
 */
export async function decideAgain(bytes: Uint8Array, question: DecideQuestion): Promise<DecidedAgain> {
  const { side, unum, team, last, ...plan } = question;
  const clients = Array.from({ length: TEAM_SIZE + 1 }, (_, i) => ({ unum: i, decisions: 0, others: 0 }));
  const kinds: Record<string, { missing: number; added: number }> = {};
  const list: RehearsedDecision[] = [];
  let latest: RehearsedDecision | null = null;
  let firstAt = 0;
  let isPast = false;
  const { end, names, isTruncated } = await rehearse(bytes, {
    ...plan,
    teams: { [side]: team },
    ...(unum !== null && { only: unum }),
    onDecision(decision) {
      firstAt ||= performance.now();
      const order = last === undefined ? -1 : compareTimes(decision, last);
      isPast ||= order >= 0;
      if (order > 0) return;
      latest = decision;
      const client = clients[decision.unum]!;
      client.decisions += 1;
      if (isAsRecorded(decision)) return;
      client.others += 1;
      countKinds(kinds, decision);
      if (list.length < MAX_OTHERS) list.push(decision);
    },
    onStep: () => !isPast,
  });
  const who = describeClient({ side, unum: unum ?? 1 });
  const sum = (of: 'decisions' | 'others') => clients.reduce((total, client) => total + client[of], 0);
  const decisions = sum('decisions');
  const found = latest as RehearsedDecision | null;
  if (found === null && plan.signal?.aborted !== true)
    throw new RehearsalError(`${who} is not in the recording`);
  if (last !== undefined && (found === null || compareTimes(found, last) !== 0))
    throw new RehearsalError(
      `${who}, cycle ${formatCycle(last.time, last.stoppageTime)}: the player received nothing in this cycle; ${found === null ? 'it had no cycle before' : `the last one before it is ${formatCycle(found.time, found.stoppageTime)}`}`,
    );
  return {
    team: names[side],
    side,
    clients: clients.filter((client) => client.decisions > 0),
    decisions,
    others: sum('others'),
    kinds,
    list,
    last: last === undefined ? null : found,
    isTruncated,
    cycles: end.time,
    seconds: (performance.now() - firstAt) / 1000,
  };
}

function compareTimes(a: DecisionTime, b: DecisionTime): number {
  return a.time - b.time || a.stoppageTime - b.stoppageTime;
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

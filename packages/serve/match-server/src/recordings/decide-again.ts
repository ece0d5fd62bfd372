import type { PlayerCommand, Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { TeamClient } from '@rcss/core/team-module';
import { encodePlayerCommand } from '@rcss/protocol';
import { decodePlayerCommands, decodePlayerConnect } from '@rcss/protocol/player';
import type { RecordingReader } from '@rcss/simulator/recording';
import { replayMessages } from './replay-messages.js';

/** A decision of a recorded match. */
export interface RecordedDecision {
  readonly side: Side;
  /** 1 to 11. */
  readonly unum: number;
  /** Game time, cycles. */
  readonly time: number;
  /** Cycles since the game time stood still; 0 by default. */
  readonly stoppageTime?: number;
}

/** A player as it connected. */
export interface RecordedPlayer {
  readonly team: string;
  readonly side: Side;
  readonly unum: number;
  readonly goalie: boolean;
  /** Protocol version. */
  readonly version: number;
}

/** What a player decided in the recorded match, and what it decides now. */
export interface DecidedAgain {
  readonly player: RecordedPlayer;
  /** Commands in the recording, as on the wire; empty: none. */
  readonly recorded: string;
  /** Commands of the client, likewise. */
  readonly decided: string;
  /** Number of decisions before this one. */
  readonly earlierCount: number;
  /** Number of those in which the client decided other commands than the recorded ones. */
  readonly otherCount: number;
  /** The first of these. */
  readonly firstOther: { readonly time: number; readonly stoppageTime: number } | null;
}

/** A decision cannot be made again. */
export class DecideAgainError extends Error {
  /** @param message Player, cycle, reason, and what is possible. */
  constructor(message: string) {
    super(message);
    this.name = 'DecideAgainError';
  }
}

/** A client whose decisions may come later. */
interface LaterClient extends TeamClient {
  readonly decideLater?: (() => Promise<string>) | undefined;
}

/**
 * Gives a client all messages that a player received in a recorded match, up to one decision, and returns its commands and the
 * recorded ones. The client also decides in all cycles before, so that it remembers what it remembers in a match; then it learns which commands were
 * recorded, and goes on from these. The messages are those of the replayed match, byte for byte.
 *
 * @param create Returns the client for the player of the recording; called once.
 * @throws {DecideAgainError} if the player made no such decision, if its init does not fit the client, or if the replay differs from the recording
 */
export async function decideAgain(
  reader: RecordingReader,
  decision: RecordedDecision,
  create: (player: RecordedPlayer) => TeamClient | Promise<TeamClient>,
): Promise<DecidedAgain> {
  const { side, unum, time, stoppageTime = 0 } = decision;
  const who = `player ${side}${unum}, cycle ${formatCycle(time, stoppageTime)}`;
  const { player, records } = readRecords(reader, decision, who);
  const client: LaterClient = await create(player);
  checkInit(client, player, who);
  const { experimental_height: hasHeight } = reader.header.rules.server;
  let otherCount = 0;
  let firstOther: DecidedAgain['firstOther'] = null;
  const earlier = records.slice(0, -1);
  for (const record of earlier) {
    const { recorded, decided, sent } = await giveRecord(client, record, hasHeight);
    if (recorded === decided) continue;
    otherCount += 1;
    firstOther ??= { time: record.time, stoppageTime: record.stoppageTime ?? 0 };
    client.overruled?.(sent);
  }
  const { recorded, decided } = await giveRecord(client, records.at(-1)!, hasHeight);
  return { player, recorded, decided, earlierCount: earlier.length, otherCount, firstOther };
}

/** `120`, or `120:3` for the third cycle in which the time stands still at 120. */
export function formatCycle(time: number, stoppageTime: number): string {
  return stoppageTime === 0 ? `${time}` : `${time}:${stoppageTime}`;
}

/** The player and its messages up to a decision, a record per cycle. */
function readRecords(
  reader: RecordingReader,
  { side, unum, time, stoppageTime = 0 }: RecordedDecision,
  who: string,
): { readonly player: RecordedPlayer; readonly records: readonly DebugRecord[] } {
  const wanted = (side === 'l' ? -1 : 10) + unum;
  let player: RecordedPlayer | null = null;
  const records: DebugRecord[] = [];
  const isDue = (record: DebugRecord): boolean =>
    record.time > time || (record.time === time && (record.stoppageTime ?? 0) >= stoppageTime);
  const { divergence } = replayMessages(
    reader,
    (index) => index === wanted,
    (record) => {
      records.push(record);
      return !isDue(record);
    },
    ({ goalie, version }, team) => {
      player ??= { team, side, unum, goalie, version };
    },
  );
  if (divergence !== null)
    throw new DecideAgainError(
      `${who}: the replay differs from the recording at cycle ${divergence.time}; use the version that recorded it: ${reader.header.program}`,
    );
  if (player === null) throw new DecideAgainError(`${who}: the player is not in the recording`);
  const last = records.at(-1);
  if (last?.time !== time || (last.stoppageTime ?? 0) !== stoppageTime) {
    const before = records.filter((record) => !isDue(record)).at(-1);
    const nearest =
      before === undefined
        ? 'it had no cycle before'
        : `the last one before it is ${formatCycle(before.time, before.stoppageTime ?? 0)}`;
    throw new DecideAgainError(`${who}: the player received nothing in this cycle; ${nearest}`);
  }
  return { player, records };
}

function checkInit({ init }: TeamClient, player: RecordedPlayer, who: string): void {
  const request = decodePlayerConnect(init);
  if (!request.ok || request.value.kind !== 'init')
    throw new DecideAgainError(
      `${who}: the init ${JSON.stringify(init)} of the client is not one of a player`,
    );
  const { version, goalie } = request.value;
  if (version !== player.version)
    throw new DecideAgainError(
      `${who}: the client has protocol version ${version}; the recorded player had ${player.version}`,
    );
  if (goalie !== player.goalie)
    throw new DecideAgainError(
      `${who}: ${goalie ? 'the client is a goalie; the recorded player was not' : 'the recorded player was a goalie; the client is not'}`,
    );
}

/**
 * Gives the messages of a cycle to a client, which decides at `(think)`; without it, as in real time, where the player sent its first command,
 * or after the last message.
 */
async function giveRecord(
  client: LaterClient,
  { messages = [] }: DebugRecord,
  hasHeight: boolean,
): Promise<Pick<DecidedAgain, 'recorded' | 'decided'> & { readonly sent: readonly PlayerCommand[] }> {
  const decide = async (): Promise<string> => (await client.decideLater?.()) ?? client.decide();
  let text: string | null = null;
  const sent: PlayerCommand[] = [];
  for (const message of messages) {
    const isSent = message.direction === 'sent';
    if (isSent || message.text === '(think)') text ??= await decide();
    else client.receive(message.text);
    if (isSent) sent.push(...decode(message.text, hasHeight));
  }
  text ??= await decide();
  return { recorded: formatCommands(sent), decided: formatCommands(decode(text, hasHeight)), sent };
}

function decode(text: string, hasHeight: boolean): readonly PlayerCommand[] {
  const commands: PlayerCommand[] = [];
  decodePlayerCommands(text, (command) => commands.push(command), hasHeight);
  return commands.filter(({ type }) => type !== 'done');
}

const formatCommands = (commands: readonly PlayerCommand[]): string =>
  commands.map(encodePlayerCommand).join('');

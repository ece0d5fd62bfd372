import { type Player, type PlayerCommand, teamOf, type World } from '@rcss/core';
import { type CommandRow, PLAYER_COMMANDS, readCommandForm } from '@rcss/core/commands';
import type { ClientRole, Clients } from '@rcss/host';
import type { Match } from '@rcss/simulator';
import type { RateLimitedLog } from '../net/rate-limited-log.js';

/**
 * Timing of a player in the match: cycles without a body command, commands beyond the useful ones, late answers, and
 * delays after sense_body. Always on.
 */
export interface PlayerTelemetry {
  /** Steps between the kickoff and the end in which the player could act but gave no body command. */
  missedCycleCount: number;
  /** Those of them in play_on, in which most players act in each step. */
  missedPlayOnCount: number;
  /** Commands of all kinds beyond the useful one of their kind in a cycle. */
  surplusCommandCount: number;
  /** Handshakes of the synchronous mode in which `(done)` did not arrive in time. */
  missedDoneCount: number;
  /** Commands of all kinds, without done and compression. */
  commandCount: number;
  /** Body commands: the number of measured delays. */
  bodyCommandCount: number;
  /** Sum and maximum of the delays of body commands after the last sense_body, ms. */
  delaySumMs: number;
  maxDelayMs: number;
  /** Number of body commands by delay in whole ms; the last class takes all longer ones. */
  readonly delayCounts: Uint32Array;
  /** Most work caused in a cycle, units of `rcss::max_work_per_cycle`. */
  maxWork: number;
  /** Kinds of commands received in the current cycle, as bits of `KIND_BITS`. */
  receivedKinds: number;
}

/** Why datagrams were dropped. */
export const DROP_REASONS = [
  /** A client sent more than `rcss::max_datagrams_per_cycle`. */
  'too_many_datagrams',
  /** A client caused more work than `rcss::max_work_per_cycle`. */
  'too_much_work',
  /** An unknown sender sent more than its share of `rcss::max_init_per_second`. */
  'unknown_sender',
  /** Too many datagrams waited on a well-known port. */
  'port_queue_full',
] as const;

export type DropReason = (typeof DROP_REASONS)[number];

/** Dropped datagrams of one client. */
export interface ClientDrops {
  readonly kind: ClientRole;
  too_many_datagrams: number;
  too_much_work: number;
}

export interface Telemetry {
  /** By index of the player. */
  readonly players: readonly PlayerTelemetry[];
  playOnStepCount: number;
  /** Handshakes in which online coaches and the trainer did not answer in time. */
  readonly coachesMissedDone: { l: number; r: number; trainer: number };
  /** Most work in one cycle of each of the other clients. `monitor` is the largest value of all monitors. */
  readonly maxWork: { l: number; r: number; trainer: number; monitor: number };
  /** Dropped datagrams by name of the client, for clients that sent too many or caused too much work. */
  readonly limitedClients: Map<string, ClientDrops>;
  /** Dropped datagrams of all senders by reason. */
  readonly drops: Record<DropReason, number>;
  /** Intervals between steps by their length in whole ms; the last class takes all longer ones. */
  readonly stepIntervalCounts: Uint32Array;
  /** Sum of these intervals, ms. */
  stepIntervalSumMs: number;
  /** `performance.now()` of the last sense_body phase; 0 before the first one. */
  lastSenseTime: number;
  /** `performance.now()` of the last step. */
  lastStepTime: number;
  /** Real-time mode: passes that began more than 2 ms late, and the latest one, ms. */
  latePassCount: number;
  maxLatenessMs: number;
}

/** Classes of delays and intervals, ms. */
const DELAY_CLASS_COUNT = 256;

function createPlayerTelemetry(): PlayerTelemetry {
  return {
    missedCycleCount: 0,
    missedPlayOnCount: 0,
    surplusCommandCount: 0,
    missedDoneCount: 0,
    commandCount: 0,
    bodyCommandCount: 0,
    delaySumMs: 0,
    maxDelayMs: 0,
    delayCounts: new Uint32Array(DELAY_CLASS_COUNT),
    maxWork: 0,
    receivedKinds: 0,
  };
}

/** @param playerCount Number of player slots of both teams. */
export function createTelemetry(playerCount: number): Telemetry {
  return {
    players: Array.from({ length: playerCount }, createPlayerTelemetry),
    playOnStepCount: 0,
    coachesMissedDone: { l: 0, r: 0, trainer: 0 },
    maxWork: { l: 0, r: 0, trainer: 0, monitor: 0 },
    limitedClients: new Map(),
    drops: { too_many_datagrams: 0, too_much_work: 0, unknown_sender: 0, port_queue_full: 0 },
    stepIntervalCounts: new Uint32Array(DELAY_CLASS_COUNT),
    stepIntervalSumMs: 0,
    lastSenseTime: 0,
    lastStepTime: 0,
    latePassCount: 0,
    maxLatenessMs: 0,
  };
}

/** Clients in {@link Telemetry.limitedClients}; monitors that connect again have other names. */
const MAX_LIMITED_CLIENTS = 1000;

/** Counts datagrams of a client that were dropped because of a limit. */
export function countDropped(
  telemetry: Telemetry,
  { kind, name }: { readonly kind: ClientRole; readonly name: string },
  reason: 'too_many_datagrams' | 'too_much_work',
  count: number,
): void {
  const { limitedClients, drops } = telemetry;
  drops[reason] += count;
  let own = limitedClients.get(name);
  if (own === undefined) {
    if (limitedClients.size >= MAX_LIMITED_CLIENTS) return;
    own = { kind, too_many_datagrams: 0, too_much_work: 0 };
    limitedClients.set(name, own);
  }
  own[reason] += count;
}

/** Number of dropped datagrams of one client. */
export function sumDrops({ too_many_datagrams, too_much_work }: ClientDrops): number {
  return too_many_datagrams + too_much_work;
}

/** Number of dropped datagrams of all senders. */
export function countAllDrops({ drops }: Telemetry): number {
  return DROP_REASONS.reduce((sum, reason) => sum + drops[reason], 0);
}

/** Counts the interval between the last step and a step at the time `now`. */
export function recordStep(telemetry: Telemetry, now: number): void {
  const { lastStepTime, stepIntervalCounts } = telemetry;
  telemetry.lastStepTime = now;
  if (lastStepTime === 0) return;
  const interval = now - lastStepTime;
  telemetry.stepIntervalSumMs += interval;
  stepIntervalCounts[Math.min(DELAY_CLASS_COUNT - 1, Math.floor(interval))]! += 1;
}

const BODY = 1;
const LEFT_LEG = 2;
const RIGHT_LEG = 4;
const ANY_BODY = BODY | LEFT_LEG | RIGHT_LEG;

/**
 * Bit of the kind of each command. One command of each kind is useful in a cycle. The kinds are the slots of
 * spec 03 §9.1; all other commands with the same first word are a kind of their own, in which the last command replaces the
 * others. 0: not counted.
 */
const KIND_BITS: Readonly<Record<PlayerCommand['type'], number>> = createKindBits();

function createKindBits(): Record<PlayerCommand['type'], number> {
  const words = new Map<string, number>();
  const bitOf = (row: CommandRow): number => {
    if (row.connection) return 0;
    if (row.slot === 'body' || row.slot === 'body+legs') return BODY;
    if (row.slot === 'leg') return LEFT_LEG;
    const { word } = readCommandForm(row);
    const bit = words.get(word) ?? RIGHT_LEG << (words.size + 1);
    words.set(word, bit);
    return bit;
  };
  const rows = Object.entries<CommandRow>(PLAYER_COMMANDS);
  return Object.fromEntries(rows.map(([type, row]) => [type, bitOf(row)])) as ReturnType<
    typeof createKindBits
  >;
}

/** Counts a command that the player at `index` has sent. */
export function countCommand(telemetry: Telemetry, index: number, command: PlayerCommand): void {
  const player = telemetry.players[index]!;
  const isBodyCommand = recordCommand(player, command);
  // A command before the first sense_body, such as the first move, answers nothing.
  if (isBodyCommand && telemetry.lastSenseTime > 0)
    recordDelay(player, performance.now() - telemetry.lastSenseTime);
}

/** Counts a command; returns whether it is a body command. */
export function recordCommand(player: PlayerTelemetry, command: PlayerCommand): boolean {
  const kind = command.type === 'dash_leg' && command.leg === 'r' ? RIGHT_LEG : KIND_BITS[command.type];
  if (kind === 0) return false;
  player.commandCount += 1;
  // A full body command conflicts with every body command, a leg command only with commands of the same leg.
  const conflicts = kind === BODY ? ANY_BODY : kind;
  if ((player.receivedKinds & conflicts) !== 0) player.surplusCommandCount += 1;
  player.receivedKinds |= kind;
  return (kind & ANY_BODY) !== 0;
}

/** Counts a body command that arrived `delay` ms after the last sense_body. */
export function recordDelay(player: PlayerTelemetry, delay: number): void {
  player.bodyCommandCount += 1;
  player.delaySumMs += delay;
  player.delayCounts[Math.min(DELAY_CLASS_COUNT - 1, Math.max(0, Math.floor(delay)))]! += 1;
  if (delay > player.maxDelayMs) player.maxDelayMs = delay;
}

/** Begins a new cycle after a step. */
export function beginCycle({ players }: Telemetry): void {
  for (const player of players) player.receivedKinds = 0;
}

/** Mean delay in ms, or null without any body command. */
export function getMeanDelay({ bodyCommandCount, delaySumMs }: PlayerTelemetry): number | null {
  return bodyCommandCount === 0 ? null : delaySumMs / bodyCommandCount;
}

/** Delay in ms below which the given share of the body commands is, rounded up to whole ms; null without any. */
export function getDelayQuantile(
  { bodyCommandCount, delayCounts }: PlayerTelemetry,
  share: number,
): number | null {
  if (bodyCommandCount === 0) return null;
  let left = Math.ceil(bodyCommandCount * share);
  for (let ms = 0; ms < DELAY_CLASS_COUNT; ms++) {
    left -= delayCounts[ms]!;
    if (left <= 0) return ms + 1;
  }
  return DELAY_CLASS_COUNT;
}

/** Counts, before each step, the players in play that gave no body command. */
export function countMissedCycles(
  telemetry: Telemetry,
  match: Match,
  { players }: Clients,
  warnings: RateLimitedLog,
): void {
  const { playMode } = match.world;
  if (playMode === 'before_kick_off' || playMode === 'time_over') return;
  const isPlayOn = playMode === 'play_on';
  if (isPlayOn) telemetry.playOnStepCount += 1;
  for (const session of players) {
    if (!session) continue;
    const { player } = session;
    const own = telemetry.players[player.index]!;
    // During a tackle and after a foul a player cannot act.
    if ((own.receivedKinds & ANY_BODY) !== 0 || player.tackleIdle > 0 || player.foulCharged > 0) continue;
    own.missedCycleCount += 1;
    if (isPlayOn) own.missedPlayOnCount += 1;
    logMiss(match, player, 'no command', warnings);
  }
}

/** Counts that the player at `index` did not answer `(think)` in time. */
export function countMissedDone(
  telemetry: Telemetry,
  match: Match,
  index: number,
  warnings: RateLimitedLog,
): void {
  telemetry.players[index]!.missedDoneCount += 1;
  logMiss(match, match.world.players[index]!, 'no (done)', warnings);
}

/** With `server::verbose`, logs a miss when it happens, rate limited per player. */
function logMiss({ params, world }: Match, player: Player, what: string, warnings: RateLimitedLog): void {
  if (!params.server.verbose) return;
  const line = `${world.time},${world.stoppageTime}: ${what} from ${formatPlayerName(world, player)}`;
  const fields = { cycle: world.time, player: formatPlayerName(world, player), what };
  warnings.warn(`miss ${player.index} ${what}`, line, { event: 'cycle_missed', level: 'info', fields });
}

/** Real-time mode: a pass that begins later than this is reported even without `server::verbose`, ms. */
const REPORTED_LATENESS_MS = 50;

/** Returns lines for stderr at the end of a match: cycles missed by players and coaches, dropped datagrams, late passes. */
export function formatTelemetry(telemetry: Telemetry, world: World, verbose: boolean): string[] {
  const lines: string[] = [];
  for (const player of world.players) {
    const own = telemetry.players[player.index]!;
    if (!player.assigned || own.missedCycleCount + own.surplusCommandCount + own.missedDoneCount === 0)
      continue;
    lines.push(`${formatPlayerName(world, player)}: ${formatPlayerTelemetry(own)}`);
  }
  const { l, r, trainer } = telemetry.coachesMissedDone;
  if (l > 0) lines.push(`left online coach: ${l} times no (done)`);
  if (r > 0) lines.push(`right online coach: ${r} times no (done)`);
  if (trainer > 0) lines.push(`trainer: ${trainer} times no (done)`);
  const droppedCount = countAllDrops(telemetry);
  if (droppedCount > 0) {
    lines.push(`${droppedCount} datagrams dropped because a sender sent too many`);
    for (const [name, own] of telemetry.limitedClients)
      lines.push(`${name}: ${sumDrops(own)} datagrams dropped, of too many or with too much work`);
  }
  const { latePassCount, maxLatenessMs } = telemetry;
  if (maxLatenessMs >= REPORTED_LATENESS_MS || (latePassCount > 0 && verbose)) {
    lines.push(`${latePassCount} passes began late, at most by ${maxLatenessMs.toFixed(1)} ms`);
  }
  return lines;
}

function formatPlayerTelemetry(player: PlayerTelemetry): string {
  const { missedCycleCount, surplusCommandCount, missedDoneCount, maxDelayMs } = player;
  const parts = [`${missedCycleCount} cycles without a command`, `${surplusCommandCount} commands too many`];
  if (missedDoneCount > 0) parts.push(`${missedDoneCount} times no (done)`);
  const mean = getMeanDelay(player);
  if (mean !== null) {
    parts.push(
      `commands ${mean.toFixed(1)} ms after sense_body (95 % within ${getDelayQuantile(player, 0.95)} ms, at most ${maxDelayMs.toFixed(1)})`,
    );
  }
  return parts.join(', ');
}

/** `player (TEAM UNUM)`, as log lines name a player. */
export function formatPlayerName(world: World, player: Player): string {
  return `player (${teamOf(world, player.side).name} ${player.unum})`;
}

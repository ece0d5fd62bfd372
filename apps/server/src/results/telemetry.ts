import { type Player, teamOf } from '@rcss/core';
import type { Server } from '../server.js';

/**
 * How agents keep up with the match: cycles without a command, several body commands in one cycle, answers that came
 * too late, and how long after sense_body they act. Counted per player slot; cheap enough to be always on.
 */
export interface AgentTelemetry {
  /** Steps in play in which the player could act and gave no body command. */
  missedCycles: number;
  /** Body commands that came after another one in the same cycle and were ignored. */
  surplusCommands: number;
  /** Handshakes of the synchronous mode in which (done) did not come in time. */
  missed: number;
  /** Body commands received, and their delays after the last sense_body in ms. */
  commands: number;
  delaySum: number;
  delayMax: number;
  /** Number of commands by delay in whole ms; the last class takes all longer ones. */
  readonly delays: Uint32Array;
  /** Body commands in the present cycle. */
  bodyCommands: number;
}

export interface Telemetry {
  /** By index of the player. */
  readonly agents: readonly AgentTelemetry[];
  /** Answers that online coaches and the trainer missed in synchronous mode. */
  readonly staffMissed: { l: number; r: number; trainer: number };
  /** `performance.now()` of the last sense_body occasion. */
  senseAt: number;
  /** `performance.now()` of the last step. */
  stepAt: number;
  /** Passes that began more than 2 ms late, and by how much the latest, in real-time mode. */
  lateCycles: number;
  latestCycle: number;
  /** Datagrams that were dropped because a client or strangers sent too many. */
  floodDropped: number;
}

/** A pass of the real-time mode that begins this late is told even without `server::verbose`, ms. */
const TOO_LATE = 50;

/** Classes of delays, ms. */
const DELAYS = 256;

function createAgent(): AgentTelemetry {
  return {
    missedCycles: 0,
    surplusCommands: 0,
    missed: 0,
    commands: 0,
    delaySum: 0,
    delayMax: 0,
    delays: new Uint32Array(DELAYS),
    bodyCommands: 0,
  };
}

export function createTelemetry(players: number): Telemetry {
  return {
    agents: Array.from({ length: players }, createAgent),
    staffMissed: { l: 0, r: 0, trainer: 0 },
    senseAt: 0,
    stepAt: 0,
    lateCycles: 0,
    latestCycle: 0,
    floodDropped: 0,
  };
}

/** A body command has come, `delay` ms after the last sense_body. `leg` marks one half of a dash by legs. */
export function countBodyCommand(agent: AgentTelemetry, delay: number, leg: boolean): void {
  if (leg) agent.bodyCommands = Math.max(1, agent.bodyCommands);
  else {
    agent.bodyCommands += 1;
    if (agent.bodyCommands > 1) agent.surplusCommands += 1;
  }
  agent.commands += 1;
  agent.delaySum += delay;
  agent.delays[Math.min(DELAYS - 1, Math.max(0, Math.floor(delay)))]! += 1;
  if (delay > agent.delayMax) agent.delayMax = delay;
}

/** Mean delay in ms, or null without any command. */
export function meanDelay(agent: AgentTelemetry): number | null {
  return agent.commands === 0 ? null : agent.delaySum / agent.commands;
}

/** Delay in ms that all but `1 - share` of the commands stay below, rounded up to whole ms; null without any command. */
export function delayQuantile(agent: AgentTelemetry, share: number): number | null {
  if (agent.commands === 0) return null;
  let left = Math.ceil(agent.commands * share);
  for (let ms = 0; ms < DELAYS; ms++) {
    left -= agent.delays[ms]!;
    if (left <= 0) return ms + 1;
  }
  return DELAYS;
}

/** Before each step: who was in play and gave no body command has left a hole. */
export function countMissedCycles(server: Server): void {
  const { world } = server.match;
  if (world.playMode === 'before_kick_off' || world.playMode === 'time_over') return;
  for (const session of server.players) {
    if (!session) continue;
    const { player } = session;
    const agent = server.telemetry.agents[player.index]!;
    // Who is busy with a tackle or lies on the ground after a foul cannot act.
    if (agent.bodyCommands > 0 || player.tackleIdle > 0 || player.foulCharged > 0) continue;
    agent.missedCycles += 1;
    tellMiss(server, player, 'no command');
  }
}

/** The player at `index` did not answer `(think)` in time. */
export function countMissed(server: Server, index: number): void {
  server.telemetry.agents[index]!.missed += 1;
  tellMiss(server, server.match.world.players[index]!, 'no (done)');
}

/** With `server::verbose` misses are told as they happen, though not each of many. */
function tellMiss(server: Server, player: Player, what: string): void {
  if (!server.params.server.verbose) return;
  const { time, stoppageTime } = server.match.world;
  server.warnings.warn(
    `miss ${player.index} ${what}`,
    `${time},${stoppageTime}: ${what} from ${nameOf(server, player)}`,
  );
}

function nameOf(server: Server, player: Player): string {
  return `player (${teamOf(server.match.world, player.side).name} ${player.unum})`;
}

/** What agents did not manage, at the end on stderr: a line per player that missed anything. */
export function printTelemetry(server: Server): void {
  const { telemetry, match, console } = server;
  for (const player of match.world.players) {
    const agent = telemetry.agents[player.index]!;
    if (!player.assigned || (agent.missedCycles === 0 && agent.surplusCommands === 0 && agent.missed === 0))
      continue;
    const parts = [
      `${agent.missedCycles} cycles without a command`,
      `${agent.surplusCommands} commands too many`,
    ];
    if (agent.missed > 0) parts.push(`${agent.missed} times no (done)`);
    const mean = meanDelay(agent);
    if (mean !== null) {
      const most = delayQuantile(agent, 0.95);
      parts.push(
        `commands ${mean.toFixed(1)} ms after sense_body (95 % within ${most} ms, at most ${agent.delayMax.toFixed(1)})`,
      );
    }
    console.err(`${nameOf(server, player)}: ${parts.join(', ')}`);
  }
  const { l, r, trainer } = telemetry.staffMissed;
  if (l > 0) console.err(`left online coach: ${l} times no (done)`);
  if (r > 0) console.err(`right online coach: ${r} times no (done)`);
  if (trainer > 0) console.err(`trainer: ${trainer} times no (done)`);
  if (telemetry.floodDropped > 0) {
    console.err(`${telemetry.floodDropped} datagrams dropped because somebody sent too many`);
  }
  if (telemetry.latestCycle >= TOO_LATE || (telemetry.lateCycles > 0 && server.params.server.verbose)) {
    console.err(
      `${telemetry.lateCycles} passes began late, at most by ${telemetry.latestCycle.toFixed(1)} ms`,
    );
  }
}

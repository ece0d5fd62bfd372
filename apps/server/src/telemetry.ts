import type { Server } from './server-state.js';

/**
 * What a server can tell of how its agents keep up: cycles without a command, several body commands in one cycle,
 * answers that were missed. Counted per player slot; cheap enough to be always on.
 */
export interface AgentTelemetry {
  /** Steps in which the player was on the field and gave no body command. */
  holes: number;
  /** Body commands that came after another one in the same cycle and were ignored. */
  clashes: number;
  /** Cycles in which (done) did not come in time. */
  missed: number;
  /** Commands received, and the sum of their delays after the last sense_body in ms. */
  commands: number;
  delaySum: number;
  delayMax: number;
  /** Body commands in the present cycle. */
  bodyCommands: number;
}

export interface Telemetry {
  readonly agents: readonly AgentTelemetry[];
  /** `performance.now()` of the last sense_body occasion. */
  senseAt: number;
  /** `performance.now()` of the last step. */
  stepAt: number;
  /** Cycles that began more than 2 ms late, and the latest, in real-time mode. */
  lateCycles: number;
  latestCycle: number;
  /** Datagrams that were dropped because a client sent too many. */
  floodDropped: number;
}

function createAgent(): AgentTelemetry {
  return { holes: 0, clashes: 0, missed: 0, commands: 0, delaySum: 0, delayMax: 0, bodyCommands: 0 };
}

export function createTelemetry(players: number): Telemetry {
  return {
    agents: Array.from({ length: players }, createAgent),
    senseAt: 0,
    stepAt: 0,
    lateCycles: 0,
    latestCycle: 0,
    floodDropped: 0,
  };
}

/**
 * Prints what agents did not manage, a line per player that missed anything; on stderr and only at `--verbose`, so
 * that scripts which read stdout meet nothing new.
 */
export function printTelemetry(server: Server): void {
  if (!server.params.server.verbose) return;
  const { telemetry, match, console } = server;
  for (const player of match.world.players) {
    const agent = telemetry.agents[player.index]!;
    if (!player.assigned || (agent.holes === 0 && agent.clashes === 0 && agent.missed === 0)) continue;
    const mean = agent.commands === 0 ? 0 : agent.delaySum / agent.commands;
    console.err(
      `player ${player.side} ${player.unum}: ${agent.holes} cycles without a command, ${agent.clashes} commands too many, ` +
        `${agent.missed} answers missed, commands after ${mean.toFixed(1)} ms (at most ${agent.delayMax.toFixed(1)})`,
    );
  }
  if (telemetry.lateCycles > 0) {
    console.err(
      `${telemetry.lateCycles} passes began late, at most by ${telemetry.latestCycle.toFixed(1)} ms`,
    );
  }
}

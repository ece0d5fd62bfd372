import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { playerOf, type Side } from '@rcss/core';
import type { Server } from '../server.js';
import type { MatchResult } from './match-result.js';
import { delayQuantile, meanDelay } from './telemetry.js';

/** What the JSON result says of a player. Delays in ms after sense_body; null when he never gave a command. */
export interface PlayerReport {
  readonly unum: number;
  readonly goalie: boolean;
  readonly version: number;
  readonly missedCycles: number;
  readonly surplusCommands: number;
  readonly missed: number;
  readonly commands: number;
  readonly meanDelayMs: number | null;
  readonly p95DelayMs: number | null;
  readonly maxDelayMs: number | null;
}

function playerReports(server: Server, side: Side): PlayerReport[] {
  const reports: PlayerReport[] = [];
  for (let unum = 1; unum <= 11; unum++) {
    const player = playerOf(server.match.world, side, unum);
    if (!player?.assigned) continue;
    const agent = server.telemetry.agents[player.index]!;
    const { missedCycles, surplusCommands, missed, commands } = agent;
    reports.push({
      unum,
      goalie: player.goalie,
      version: player.version,
      missedCycles,
      surplusCommands,
      missed,
      commands,
      meanDelayMs: round(meanDelay(agent)),
      p95DelayMs: delayQuantile(agent, 0.95),
      maxDelayMs: commands === 0 ? null : round(agent.delayMax),
    });
  }
  return reports;
}

/** The result of a match for scripts. */
export function resultReport(server: Server, result: MatchResult): Record<string, unknown> {
  const { telemetry, match } = server;
  const team = (side: Side) => {
    const known = side === 'l' ? result.left : result.right;
    if (known === null) return null;
    return { ...known, coachMissed: telemetry.staffMissed[side], players: playerReports(server, side) };
  };
  return {
    format: 'rcss-result',
    version: 1,
    start: result.start.toISOString(),
    ending: server.ending,
    fault: server.fault?.message ?? null,
    seed: match.seed,
    time: match.world.time,
    steps: match.steps,
    playMode: match.world.playMode,
    left: team('l'),
    right: team('r'),
    penalties: result.penalties,
    tossWinner: result.tossWinner,
    ports: {
      player: server.playerPort.listener.port,
      coach: server.coachPort.listener.port,
      olcoach: server.olcoachPort.listener.port,
    },
    files: server.logPaths,
    floodDropped: telemetry.floodDropped,
    latePasses: telemetry.lateCycles,
    latestPassMs: round(telemetry.latestCycle),
  };
}

/** Writes the result as JSON. What goes wrong is told on stderr. */
export function writeResultFile(server: Server, result: MatchResult, path: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(resultReport(server, result), null, 2)}\n`);
    return true;
  } catch (error) {
    server.console.err(`Error: could not write result file "${path}": ${(error as Error).message}`);
    return false;
  }
}

function round(ms: number): number;
function round(ms: number | null): number | null;
function round(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1000) / 1000;
}

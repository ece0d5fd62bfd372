import { writeFileSync } from 'node:fs';
import { playerOf } from '@rcss/core';
import type { MatchResult } from './match-result.js';
import type { Server } from './server-state.js';

/** The result of a match for scripts, as JSON in `rcss::result_file`. Nothing is written when the option is empty. */
export function writeResultFile(
  server: Server,
  result: MatchResult,
  files: Readonly<Record<string, string>>,
): void {
  const path = server.config.extension.result_file;
  if (path === '') return;
  const { telemetry, match } = server;
  const side = (team: MatchResult['left'], s: 'l' | 'r') =>
    team === null
      ? null
      : {
          ...team,
          players: Array.from({ length: 11 }, (_, i) => i + 1)
            .map((unum) => playerOf(match.world, s, unum))
            .filter((player) => player?.assigned)
            .map((player) => {
              const agent = telemetry.agents[player!.index]!;
              return {
                unum: player!.unum,
                goalie: player!.goalie,
                version: player!.version,
                holes: agent.holes,
                clashes: agent.clashes,
                missed: agent.missed,
                meanDelayMs: agent.commands === 0 ? null : round(agent.delaySum / agent.commands),
                maxDelayMs: round(agent.delayMax),
              };
            }),
        };
  const content = {
    format: 'rcss-result',
    version: 1,
    start: result.start.toISOString(),
    ending: server.ending,
    seed: match.seed,
    time: match.world.time,
    steps: match.steps,
    playMode: match.world.playMode,
    left: side(result.left, 'l'),
    right: side(result.right, 'r'),
    penalties: result.penalties,
    tossWinner: result.tossWinner,
    files,
    lateCycles: telemetry.lateCycles,
    latestCycleMs: round(telemetry.latestCycle),
  };
  try {
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    server.console.err(`Error: could not write result file "${path}": ${(error as Error).message}`);
  }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

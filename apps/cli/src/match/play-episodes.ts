import type { SideName } from '@rcss/core';
import type { Scenario } from '@rcss/env/scenarios';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  catchInterrupt,
  connectTeams,
  describeTeam,
  startTeam,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import { openServerLog, type SoccerServer } from '@rcss/match-server';
import { ConnectionError, runScenario } from '@rcss/sampleclient';
import type { MatchPlan } from './options.js';
import { createOutputFiles, type OutputFiles } from './output-files.js';
import type { Streams } from './play-match.js';
import type { MatchSizes } from './policy-teams.js';
import { HOST, startMatchServer } from './start-match-server.js';

/**
 * Plays episodes of a learning scenario between two teams: server and trainer in this process, teams in processes of their own. Prints how
 * the episodes ended.
 *
 * @param streams The process by default.
 * @returns The exit code.
 * @throws {CommandLineError} if the server cannot be started or a team does not connect
 */
export async function playEpisodes(
  plan: MatchPlan & { readonly scenario: Scenario },
  sizes: MatchSizes,
  streams: Streams = process,
): Promise<number> {
  const { scenario } = plan;
  for (const side of ['left', 'right'] as const)
    if (plan.teams?.[side].choice.policy !== undefined && sizes[side] !== scenario[side].length)
      throw new CommandLineError(
        `--${side}: the policy has ${sizes[side]} players, scenario ${scenario.name} has ${scenario[side].length}`,
        EXIT.usage,
      );
  const interrupt = catchInterrupt();
  const stop = new AbortController();
  const files = createOutputFiles(plan.logs, new Date());
  const log = openServerLog(files.server);
  // The trainer of the scenario is beside the referee.
  const rcss = {
    wait_for_clients: scenario.left.length + scenario.right.length,
    connect_timeout: Math.max(60, plan.connectTimeout),
    coach_timeout_l: 0,
    coach_timeout_r: 0,
    ...plan.rcss,
  };
  const server = await startMatchServer(plan.spec, { folder: plan.logs, rcss }, log.output);
  const teams: TeamProcess[] = [];
  interrupt.onReceived(() => {
    stop.abort();
    server.stop();
  });
  try {
    await connect(plan, server, files, teams);
    if (interrupt.status !== null) return interrupt.status;
    const { spec, episodes } = plan;
    const { left, right } = server.match.world;
    // Of a scenario with one team, it may still connect.
    const names = right.name === '' ? {} : { left: left.name, right: right.name };
    const { text, isComplete } = await runScenario({
      scenario: scenario.name,
      ...{
        teams: names,
        seed: spec.seed,
        episodes,
        host: HOST,
        port: server.ports.coach,
        signal: stop.signal,
      },
    });
    streams.stdout.write(plan.json ? text.json : text.lines);
    return interrupt.status ?? (isComplete ? EXIT.ok : EXIT.failed);
  } catch (error) {
    if (error instanceof ConnectionError) throw new CommandLineError(error.message);
    throw error;
  } finally {
    server.stop();
    await Promise.all([server.finished, ...teams.map(({ tree }) => tree.stop())]);
    await log.close();
    interrupt.restoreDefaults();
  }
}

/** Starts the teams; a side without players has none. */
async function connect(
  { teams: named, scenario, connectTimeout }: MatchPlan & { readonly scenario: Scenario },
  server: SoccerServer,
  files: OutputFiles,
  teams: TeamProcess[],
): Promise<void> {
  const { player: port, coach: coachPort, olcoach: olcoachPort } = server.ports;
  const startSide = (side: SideName): TeamProcess => {
    const team = named![side];
    const players = scenario[side].length;
    const { seed } = server.match;
    const place = { host: HOST, port, coachPort, olcoachPort, seed, players, coach: false };
    const log = files.createTeamFile(side, team.name);
    const started = startTeam(side, team, place, log, { environment: team.environment });
    teams.push(started);
    return started;
  };
  const timeoutMs = connectTimeout * 1000;
  if (scenario.right.length === 0) {
    startSide('left');
    return;
  }
  const problems: string[] = [];
  await connectTeams(server, startSide, { left: timeoutMs, right: timeoutMs }, (side) => {
    const team = teams.findLast((started) => started.side === side) as TeamProcess;
    problems.push(describeTeam(team, `The ${side} team did not connect.`));
  });
  if (problems.length > 0) throw new CommandLineError(problems.join('\n'));
}

import { createWriteStream } from 'node:fs';
import type { SideName } from '@rcss/core';
import { findScenario, type Scenario } from '@rcss/env/scenarios';
import { listTrainerParams } from '@rcss/env/team';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  catchInterrupt,
  connectTeams,
  describeTeam,
  startTeam,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import { createConfiguration, type SoccerServer, StartError, startServer } from '@rcss/match-server';
import { ConnectionError, runScenario } from '@rcss/sampleclient';
import type { MatchPlan } from './options.js';
import { createOutputFiles, type OutputFiles } from './output-files.js';
import type { Streams } from './play-match.js';
import type { MatchSizes } from './policy-teams.js';

const HOST = '127.0.0.1';

function readScenario(name: string): Scenario {
  try {
    return findScenario(name);
  } catch (error) {
    throw new CommandLineError(`--scenario: ${(error as Error).message}`, EXIT.usage);
  }
}

/**
 * Plays episodes of a learning scenario between two teams: server and trainer in this process, teams in processes of their own. Prints how
 * the episodes ended.
 *
 * @param streams The process by default.
 * @returns The exit code.
 * @throws {CommandLineError} if there is no such scenario, or if the server cannot be started or a team does not connect
 */
export async function playEpisodes(
  plan: MatchPlan & { readonly scenario: string },
  sizes: MatchSizes,
  streams: Streams = process,
): Promise<number> {
  const scenario = readScenario(plan.scenario);
  for (const side of ['left', 'right'] as const)
    if (plan.teams?.[side].choice.policy !== undefined && sizes[side] !== scenario[side].length)
      throw new CommandLineError(
        `--${side}: the policy has ${sizes[side]} players, scenario ${scenario.name} has ${scenario[side].length}`,
        EXIT.usage,
      );
  const interrupt = catchInterrupt();
  const stop = new AbortController();
  const files = createOutputFiles(plan.logs, new Date());
  const log = createWriteStream(files.server);
  log.on('error', () => {});
  const server = await start(plan, scenario, (line) => void log.write(`${line}\n`));
  const teams: TeamProcess[] = [];
  interrupt.onReceived(() => {
    stop.abort();
    server.stop();
  });
  try {
    await connect(plan, scenario, server, files, teams);
    if (interrupt.status !== null) return interrupt.status;
    const { seed, episodes } = plan;
    const { left, right } = server.match.world;
    // Of a scenario with one team, it may still connect.
    const names = right.name === '' ? {} : { left: left.name, right: right.name };
    const { text, isComplete } = await runScenario({
      scenario: scenario.name,
      ...{ teams: names, seed, episodes, host: HOST, port: server.ports.coach, signal: stop.signal },
    });
    streams.stdout.write(plan.json ? text.json : text.lines);
    return interrupt.status ?? (isComplete ? EXIT.ok : EXIT.failed);
  } catch (error) {
    if (error instanceof ConnectionError) throw new CommandLineError(error.message);
    throw error;
  } finally {
    server.stop();
    await Promise.all([server.finished, ...teams.map(({ tree }) => tree.stop())]);
    log.end();
    interrupt.restoreDefaults();
  }
}

/** Starts a server with the parameters of a scenario, for a trainer beside the referee. */
async function start(
  plan: MatchPlan,
  scenario: Scenario,
  write: (line: string) => void,
): Promise<SoccerServer> {
  const { port } = plan;
  try {
    const values = {
      server: {
        ...listTrainerParams(scenario),
        random_seed: plan.seed,
        port,
        coach_port: port === 0 ? 0 : port + 1,
        olcoach_port: port === 0 ? 0 : port + 2,
        synch_mode: !plan.realTime,
        game_log_dir: `${plan.logs}/`,
        text_log_dir: `${plan.logs}/`,
        ...plan.settings['server'],
      },
      player: { ...plan.settings['player'] },
      rcss: {
        wait_for_clients: scenario.left.length + scenario.right.length,
        connect_timeout: Math.max(60, plan.connectTimeout),
        coach_timeout_l: 0,
        coach_timeout_r: 0,
        ...plan.settings['rcss'],
      },
    };
    return await startServer(createConfiguration(values as Parameters<typeof createConfiguration>[0]), {
      out: write,
      err: write,
    });
  } catch (error) {
    if (error instanceof StartError) throw new CommandLineError(error.message);
    throw error;
  }
}

/** Starts the teams; a side without players has none. */
async function connect(
  { teams: named, environment, connectTimeout }: MatchPlan,
  scenario: Scenario,
  server: SoccerServer,
  files: OutputFiles,
  teams: TeamProcess[],
): Promise<void> {
  const { player: port, coach: coachPort, olcoach: olcoachPort } = server.ports;
  const startSide = (side: SideName): TeamProcess => {
    const team = (named as NonNullable<typeof named>)[side];
    const players = scenario[side].length;
    const { seed } = server.match;
    const place = { host: HOST, port, coachPort, olcoachPort, seed, players, coach: false };
    const log = files.createTeamFile(side, team.name);
    const started = startTeam(side, team, place, log, { environment: environment[side] });
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

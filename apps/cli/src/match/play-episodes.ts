import type { Scenario } from '@rcss/env/scenarios';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { catchInterrupt } from '@rcss/kit/match-runner';
import { openServerLog } from '@rcss/match-server';
import { ConnectionError, runScenario } from '@rcss/sampleclient';
import type { MatchPlan } from './options.js';
import { createOutputFiles } from './output-files.js';
import { createTeams, endPrograms, type Streams } from './play-match.js';
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
    if (plan.teams?.[side].policy !== undefined && sizes[side] !== scenario[side].length)
      throw new CommandLineError(
        `--${side}: the policy has ${sizes[side]} players, scenario ${scenario.name} has ${scenario[side].length}`,
        EXIT.usage,
      );
  const interrupt = catchInterrupt();
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
  const size = { left: scenario.left.length, right: scenario.right.length };
  const problems: string[] = [];
  const running = { plan, server, sizes: size, outputFiles: files, problems };
  const teams = createTeams(running, plan.teams!, { coach: false });
  interrupt.onReceived(() => server.stop());
  try {
    if (!(await teams.connect()) && problems.length > 0) throw new CommandLineError(problems.join('\n'));
    if (interrupt.status !== null) return interrupt.status;
    const { spec, episodes } = plan;
    const { left, right } = server.match.world;
    // Of a scenario with one team, it may still connect.
    const names = right.name === '' ? {} : { left: left.name, right: right.name };
    const { text, isComplete } = await runScenario({
      ...{ scenario: scenario.name, teams: names, seed: spec.seed, episodes },
      ...{ host: HOST, port: server.ports.coach, signal: interrupt.signal },
    });
    streams.stdout.write(plan.json ? text.json : text.lines);
    return interrupt.status ?? (isComplete ? EXIT.ok : EXIT.failed);
  } catch (error) {
    if (error instanceof ConnectionError) throw new CommandLineError(error.message);
    throw error;
  } finally {
    server.stop();
    await Promise.all([server.finished, endPrograms(teams)]);
    await log.close();
    interrupt.restoreDefaults();
  }
}

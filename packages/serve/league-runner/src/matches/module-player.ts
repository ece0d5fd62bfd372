/** Program that plays with the module of a team on a server: `node module-player.js REQUEST`, a {@link ModulePlayerRequest} in JSON. */
import { runTeam } from '@rcss/agent/node';
import { loadTeamModule } from '@rcss/kit/match-runner';

/** Which module plays, and where. */
export interface ModulePlayerRequest {
  /** Address of the module. */
  readonly module: string;
  readonly team: string;
  readonly host: string;
  readonly port: number;
  readonly coachPort: number;
  readonly seed: number;
  readonly options: Readonly<Record<string, unknown>>;
}

async function play({ module, team, options, ...place }: ModulePlayerRequest): Promise<void> {
  const create = await loadTeamModule({ name: team, module });
  await runTeam(create, {
    ...place,
    team,
    options,
    onWarning: (message) => void process.stderr.write(`${message}\n`),
  });
}

try {
  await play(JSON.parse(process.argv[2] ?? '{}') as ModulePlayerRequest);
} catch (error) {
  process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  process.exitCode = 1;
}

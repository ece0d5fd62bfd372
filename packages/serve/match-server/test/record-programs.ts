import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SideName } from '@rcss/core';
import { chooseTeam, connectTeams, startTeam } from '@rcss/kit/match-runner';
import { createConfiguration, startServer } from '../src/index.js';

/** Command of a team of four players and a coach over UDP. */
export const TURNER: string = `"${process.execPath}" "${fileURLToPath(new URL('teams/turner.mjs', import.meta.url))}"`;

/** Plays a synchronous match between two teams of {@link TURNER} and returns the path of its recording. */
export async function recordPrograms(folder: string, cycles: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const record = join(folder, 'match.rec.gz');
  const config = createConfiguration({
    server: {
      random_seed: 5,
      port: 0,
      coach_port: 0,
      olcoach_port: 0,
      synch_mode: true,
      auto_mode: true,
      kick_off_wait: 2,
      connect_wait: 2,
      game_over_wait: 2,
      half_time: cycles / 20,
      nr_extra_halfs: 0,
      penalty_shoot_outs: false,
      game_log_dir: `${folder}/`,
      text_logging: false,
    },
    rcss: { reproducible: true, wait_for_clients: 8, record, synch_timeout: 20_000 },
  });
  const server = await startServer(config);
  const choice = chooseTeam(TURNER, process.cwd());
  const teams: ReturnType<typeof startTeam>[] = [];
  const start = (side: SideName) => {
    const name = side === 'left' ? 'Alpha' : 'Beta';
    const team = startTeam({ choice, name }, { server, side, log: join(folder, `${side}.log`) });
    teams.push(team);
    return team;
  };
  await connectTeams(server, start, { left: 20_000, right: 20_000 }, () => {});
  await server.finished;
  await Promise.all(teams.map((team) => team.stop()));
  return record;
}

/**
 * Plays on a server over UDP: `npm start -- HOST PORT COACH_PORT TEAM [--options FILE] [--set NAME=VALUE]`; all arguments are optional.
 * Options are those of the module: a file in JSON or YAML, and single values. `rcss match` and `rcss league` give them too.
 */
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { readTeamOptions, runTeam } from '@rcss/agent/node';
import createTeam from './team.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { options: { type: 'string' }, set: { type: 'string', multiple: true, default: [] } },
});
const [host = '127.0.0.1', port = '6000', coachPort = String(Number(port) + 2), team = 'TEAM_NAME'] =
  positionals;

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());

try {
  await runTeam(createTeam, {
    team,
    host,
    port: Number(port),
    coachPort: Number(coachPort),
    options: readTeamOptions({ environment: env, file: values.options, set: values.set }),
    signal: controller.signal,
    onWarning: (message) => console.error(message),
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Plays on a server over UDP: `npm start -- HOST PORT COACH_PORT TEAM`; all arguments are optional. */
import { runTeam } from '@rcss/agent/node';
import createTeam from './team.js';

const [host = '127.0.0.1', port = '6000', coachPort = String(Number(port) + 2), team = 'TEAM_NAME'] =
  process.argv.slice(2);

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());

try {
  await runTeam(createTeam, {
    team,
    host,
    port: Number(port),
    coachPort: Number(coachPort),
    signal: controller.signal,
    onWarning: (message) => console.error(message),
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

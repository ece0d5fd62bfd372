/**
 * Plays on a server over UDP: `npm start -- HOST PORT COACH_PORT TEAM [--options FILE] [--set NAME=VALUE] [--debug TARGET]`; all arguments are
 * optional. Options are those of the module: a file in JSON or YAML, and single values. `rcss match` and `rcss league` give them too. Debug records go
 * to `udp:HOST:PORT` or to a new file.
 */
import { argv, env } from 'node:process';
import { readTeamArguments, runTeam } from '@rcss/agent/node';

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());

try {
  // Here, so that an error in the team is caught, too.
  const { default: createTeam } = await import('./team.js');
  await runTeam(createTeam, {
    ...readTeamArguments(argv.slice(2), 'TEAM_NAME', env),
    signal: controller.signal,
    onWarning: (message) => console.error(message),
  });
} catch (error) {
  const { name, message, stack } = error as Error;
  // Mistakes in the code have their place in the stack.
  console.error(/^(Reference|Syntax|Type)Error$/.test(name) ? stack : message);
  process.exitCode = 1;
}

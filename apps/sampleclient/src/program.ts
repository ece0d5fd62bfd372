import { Command, InvalidArgumentError } from 'commander';
import { runChaser } from './commands/chaser.js';
import { runClient } from './commands/client.js';
import { runTeam } from './commands/team.js';

/** A whole number within bounds. */
function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new InvalidArgumentError(`a whole number from ${min} to ${max} is needed`);
    }
    return value;
  };
}

const port = integer(1, 65535);

function teamName(text: string): string {
  if (!/^[-+_a-zA-Z0-9]{1,15}$/.test(text)) {
    throw new InvalidArgumentError('1 to 15 letters, digits, "-", "+" and "_" are needed');
  }
  return text;
}

/** Runs the program. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const program = new Command('rcss-team')
    .description('The demonstration team, the classic client pipe and simple agents')
    .showHelpAfterError();

  program
    .command('team')
    .description('play a match with a whole team in one process')
    .option('--team <name>', 'name of the team', teamName, 'Rcss')
    .option('--host <host>', 'host of the server', '127.0.0.1')
    .option('--port <port>', 'port for players', port, 6000)
    .option('--players <n>', 'how many players', integer(1, 11), 11)
    .option('--coach', 'bring an online coach who chooses the player types', false)
    .option('--coach-port <port>', 'port for online coaches (default: port + 2)', port)
    .option('--version <version>', 'protocol version', integer(12, 19), 19)
    .option('--seed <n>', 'varies the decisions', integer(0, 2 ** 31), 0)
    .action(async (o) => {
      process.exitCode = await runTeam({ ...o, coachPort: o.coachPort ?? o.port + 2 });
    });

  program
    .command('client')
    .description('stdin to the server, the server to stdout')
    .allowUnknownOption()
    .allowExcessArguments()
    .option('--server, --host <host>', 'host of the server', '127.0.0.1')
    .option('--port <port>', 'port of the server', port, 6000)
    .action(async (o) => {
      process.exitCode = await runClient(
        o.host,
        o.port,
        {
          input: process.stdin,
          write: (text) => process.stdout.write(text, 'latin1'),
          note: (text) => process.stderr.write(text),
        },
        (stop) => {
          for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
        },
      );
    });

  program
    .command('chaser')
    .description('agents that run after the ball and kick it at the goal')
    .option('--team <name>', 'name of the team', teamName, 'Chaser')
    .option('--host <host>', 'host of the server', '127.0.0.1')
    .option('--port <port>', 'port for players', port, 6000)
    .option('--players <n>', 'how many players', integer(1, 11), 1)
    .option('--planner <kind>', 'organisation: "loop" or "sequence"', 'loop')
    .action(async (o) => {
      process.exitCode = await runChaser(o);
    });

  // The classic client writes its long options with one dash.
  const classic = argv.map((arg) => (arg === '-server' || arg === '-port' ? `-${arg}` : arg));
  await program.parseAsync(classic, { from: 'user' });
  return Number(process.exitCode ?? 0);
}

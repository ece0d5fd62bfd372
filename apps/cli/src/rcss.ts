import type { CommandLineProgram } from '@rcss/command-line';
import { play } from './play.js';

/** Programs behind the subcommands; each is loaded only when it is asked for. */
const PROGRAMS: Readonly<Record<string, () => Promise<{ readonly program: CommandLineProgram }>>> = {
  server: () => import('@rcss/server/cli'),
  monitor: () => import('@rcss/monitor-bridge/cli'),
  log: () => import('@rcss/logplayer/cli'),
  team: () => import('@rcss/sampleclient/cli'),
};

/** Runs the command `rcss`. */
export async function runRcss(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv;
  if (name === 'match') return play(rest);
  if (name === 'watch') return play(['--watch', ...rest]);
  if (name === 'replay') return (await import('@rcss/logplayer/cli')).program.run(['web', '--play', ...rest]);
  if (name === 'wire') {
    const [{ runProgram }, { wireCommand }] = await Promise.all([
      import('@rcss/command-line'),
      import('./wire/wire.js'),
    ]);
    return runProgram(wireCommand(), rest);
  }
  const load = PROGRAMS[name];
  if (load === undefined) {
    process.stderr.write(`rcss: unknown subcommand '${name}'\n`);
    return 2;
  }
  return (await load()).program.run(rest, `rcss ${name}`);
}

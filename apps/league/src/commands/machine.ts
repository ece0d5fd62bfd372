import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLineError, describeVerb, EXIT, escapeText } from '@rcss/kit/command-line';
import { catchInterrupt } from '@rcss/kit/match-runner';
import {
  checkStartCommands,
  KEY_VARIABLE,
  loadOwnTeams,
  readKey,
  runMachine,
} from '@rcss/league-runner/program';
import { type Command, InvalidArgumentError } from 'commander';

interface Options {
  readonly runner: RunnerAddress;
  readonly team: readonly string[];
  readonly keyFile?: string;
  readonly folder?: string;
}

/** A TCP port of a machine. */
export interface RunnerAddress {
  readonly host: string;
  readonly port: number;
}

/** TCP port of the runner for machines, if the command line does not say it. */
const DEFAULT_PORT = 7070;

/** Parses `HOST:PORT` or `HOST`. */
export function parseRunnerAddress(text: string): RunnerAddress {
  const [, host, port = String(DEFAULT_PORT)] =
    /^([-\w.]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError(`Allowed: HOST:PORT, such as 10.0.0.1:${DEFAULT_PORT}.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Reads the secret of the machines. */
export function readMachineKey(path: string | undefined, option: string): string {
  const key = readKey(path, process.env);
  if (key !== '') return key;
  throw new CommandLineError(
    `${option} needs a key that the runner and the machines share: --key-file FILE or ${KEY_VARIABLE}, for example of: openssl rand -hex 32`,
    EXIT.usage,
  );
}

/** Adds `machine`: runs teams for a runner on another machine. */
export function addMachine(program: Command): void {
  const verb = program
    .command('machine')
    .description('run teams on this machine for a league whose servers are on another one (run --machines)')
    .requiredOption(
      '--runner <host:port>',
      `address of rcss league run --machines; teams reach the server at this host (default port: ${DEFAULT_PORT})`,
      parseRunnerAddress,
    )
    .requiredOption(
      '--team <name=path...>',
      'teams of this machine: NAME=PATH, or a team file; PATH is a team file, a start script or its folder. No other command is started',
    )
    .option('--key-file <path>', `secret that the runner has too (default: the variable ${KEY_VARIABLE})`)
    .option('--folder <path>', 'folder for the output of the teams (default: a temporary one)')
    .action(runMachineProgram);
  describeVerb(
    verb,
    [['--runner 10.0.0.1 --key-file league.key --team Reds=./reds', 'starts Reds when the runner needs it']],
    {
      [EXIT.ok]: 'ended by SIGTERM or Ctrl-C; its teams have ended',
      [EXIT.failed]: 'the work failed',
      [EXIT.usage]: 'wrong command line',
    },
  );
}

async function runMachineProgram({ runner, team, keyFile, folder }: Options): Promise<void> {
  const token = readMachineKey(keyFile, 'machine');
  const teams = loadOwnTeams(team);
  const module = [...teams.values()].find((own) => 'module' in own.team);
  if (module !== undefined)
    throw new CommandLineError(
      `--team: ${module.name} is a module, which plays on the machine of the server; give it a start command`,
      EXIT.usage,
    );
  checkStartCommands(teams.values());
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  for (const { name, version } of teams.values()) note(`Team ${name}, version ${version}`);
  const interrupt = catchInterrupt();
  const stopper = new AbortController();
  interrupt.onReceived(() => stopper.abort());
  try {
    const { started } = await runMachine({
      ...runner,
      token,
      teams,
      folder: folder === undefined ? mkdtempSync(join(tmpdir(), 'rcss-machine-')) : resolve(folder),
      signal: stopper.signal,
      onNote: note,
    });
    note(`${started} teams started.`);
  } finally {
    interrupt.restoreDefaults();
  }
}

import { SERVER_VERSION } from '@rcss/params';
import type { OutputLine } from '../config/conf-source.js';
import { loadConfiguration } from '../config/configuration.js';
import { StartError } from '../lifecycle/start-error.js';
import { type LaunchedServer, launchServer } from '../lifecycle/start-server.js';
import type { ProgramHost } from './program-host.js';
import { resume } from './resume.js';
import { verify } from './verify.js';

/** Exit statuses, for scripts. */
export const EXIT = {
  /** The match ended, or a signal ended it. */
  ended: 0,
  /** The server could not be started: command line, files, ports, logs; also when only help was asked for. */
  notStarted: 1,
  /** A fault of the server itself; logs and results are written all the same. */
  fault: 2,
} as const;

const PROGRAM = 'rcss-server';

/** The program `rcss-server`: configuration, server, signals, exit status (02 §1, §8). */
export async function runProgram(host: ProgramHost): Promise<number> {
  const { console } = host;
  const [first, ...rest] = host.argv;
  if (first === 'verify') return verify(rest, console);
  console.out(`rcssserver-${SERVER_VERSION}`);
  console.out('');
  console.out('RCSS, an independent implementation of the RoboCup 2D soccer simulator.');
  console.out('Copyright (c) 2026 The RCSS developers. MIT licence.');
  console.out('');
  if (first === 'resume') return serve(host, () => resume(rest, host));
  const outcome = loadConfiguration({
    argv: host.argv,
    program: PROGRAM,
    env: host.env,
    files: host.files,
  });
  for (const { stream, text } of outcome.output) {
    if (stream === 'stdout') console.out(text);
    else console.err(text);
  }
  if (!outcome.ok) {
    if (outcome.reason === 'error') console.err(`${PROGRAM}: ${summarizeConfigError(outcome.output)}`);
    return outcome.exitStatus;
  }
  const { config } = outcome;
  return serve(host, () => launchServer(config, console));
}

/** Runs a server to its end; without one, which then has told why, nothing was started. */
async function serve(host: ProgramHost, start: () => Promise<LaunchedServer | null>): Promise<number> {
  const { console } = host;
  // A signal may come as soon as the server has said how to end it, and before (02 §1.1, point 3).
  let running: LaunchedServer | null = null;
  let signalled = false;
  host.onSignal(() => {
    signalled = true;
    running?.handle.stop();
  });
  try {
    running = await start();
    if (running === null) return EXIT.notStarted;
    if (signalled) running.handle.stop();
    await running.handle.finished;
    return running.server.run.fault === null ? EXIT.ended : EXIT.fault;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.err(error.message);
    return EXIT.notStarted;
  }
}

/**
 * What was wrong with the configuration, in one line. The usage that has to follow the errors (01 §6.11) is longer than
 * any screen, so a person gets to see this line only when it comes last.
 */
export function summarizeConfigError(output: readonly OutputLine[]): string {
  const errors = output.filter((line) => line.stream === 'stderr').map((line) => line.text);
  const after = (mark: string) =>
    errors.filter((text) => text.includes(mark)).map((text) => text.slice(text.indexOf(mark) + mark.length));
  const reasons = after(': error: ').filter((text) => !text.startsWith('while parsing'));
  const what = reasons.find((text) => text !== 'unknown parse error');
  const [place] = after(': note: ');
  if (reasons.length === 0) return `not started: ${errors.at(-1) ?? 'wrong configuration'}`;
  const parts = [what ?? 'not understood'];
  if (place !== undefined) parts.push(place);
  if (reasons.includes('unknown parse error')) {
    parts.push('settings are written module::name=value, such as server::half_time=300');
  }
  return `not started: ${parts.join('; ')}`;
}

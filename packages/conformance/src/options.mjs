/** The command line of the kit. */

import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { TRANSPORTS } from './transports.mjs';

const { version } = createRequire(import.meta.url)('../package.json');
const SCENARIOS = fileURLToPath(new URL('../scenarios', import.meta.url));

/** Reads a whole number, 1 or more. */
export function parsePositive(text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Allowed: a whole number, 1 or more.');
  return value;
}

/** Adds the globs of one option value to those given before; commas outside braces separate globs. */
const addGlobs = (text, before) => [...before, ...text.split(/,(?![^{]*\})/)];
const addValue = (text, before) => [...before, text];

/** Adds the setting `module::name=value` to those given before. */
export function addSetting(text, before) {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Allowed: module::name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Creates the command; `parse` fills `opts()`. */
export function createCommand() {
  return new Command('rcss-conformance')
    .description(
      'Runs scripted scenarios against a soccer server and compares its messages with recordings of the reference server.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--server <command>', 'command line of the server; settings are appended as module::name=value')
    .option(
      '--only <glob>',
      'only scenarios whose group/name matches; repeatable, commas separate',
      addGlobs,
      [],
    )
    .option('--skip <glob>', 'leave these scenarios out; repeatable, commas separate', addGlobs, [])
    .option(
      '--dir <folder>',
      'folder with scenario groups; repeatable (default: the scenarios of this package)',
      addValue,
      [],
    )
    .addOption(
      new Option(
        '--transport <name>',
        'how clients connect: UDP, a WebSocket for each client, or the channels of one WebSocket',
      )
        .choices(TRANSPORTS)
        .default('udp'),
    )
    .option('--jobs <n>', 'scenarios at a time', parsePositive, 1)
    .option(
      '--repeat <n>',
      'runs of each scenario that must agree (default: 1; with --record 3)',
      parsePositive,
    )
    .option('--limit <seconds>', 'time limit of a scenario; slow machines need more', parsePositive, 240)
    .option(
      '--set <module::name=value>',
      'override a server setting in every scenario; repeatable',
      addSetting,
      {},
    )
    .option('--out <folder>', 'write what the server sent, its output and its logs, per scenario')
    .option('--report <file>', 'write the results as JSON lines: name, ok, passed, total, seconds, text')
    .option('--record', 'write expectations instead of comparing; only with the reference server')
    .option('--list', 'list the scenarios and stop')
    .option('--selftest', 'test the modules of the driver and stop')
    .option('--power', 'test which faults the statistical scenarios detect and stop')
    .option('--verbose', 'show up to 20 differences of a scenario, and statistics of samples that pass')
    .addHelpText(
      'after',
      `
rcss-conformance random --help explains random operations with checks that need no recording;
rcss-conformance manuals --help the comparison with the manuals.

Examples:
  rcss-conformance --server rcss-server --jobs 2
  rcss-conformance --server "node dist/server.js" --only "05-referee/*" --verbose

Exit codes:
    0  all scenarios passed
    1  a scenario failed
    2  wrong command line`,
    );
}

/** Parses arguments and completes the defaults; the errors are those of commander. */
export function parseOptions(argv, command = createCommand()) {
  command.parse(argv, { from: 'user' });
  const options = command.opts();
  if (options.dir.length === 0) options.dir = [SCENARIOS];
  options.dir = options.dir.map((folder) => path.resolve(folder));
  options.repeat ??= options.record ? 3 : 1;
  const needsServer = !options.list && !options.selftest && !options.power;
  if (needsServer && options.server === undefined) {
    command.error("error: option '--server <command>' is missing");
  }
  return options;
}

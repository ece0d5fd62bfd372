// `rcss-conformance random`: random operations on any server.

import { Command, InvalidArgumentError } from 'commander';
import { addSetting } from '../options.mjs';
import { presets } from '../presets.mjs';
import { playOnServer } from './black-box.mjs';
import { createSequence } from './operations.mjs';
import { compareWithReference, kindOf } from './reference.mjs';
import { shrink } from './shrink.mjs';

function parseCount(text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('Allowed: a whole number, 0 or more.');
  return value;
}

/** Creates the command; `parse` fills `opts()`. */
export function createRandomCommand() {
  return new Command('rcss-conformance random')
    .description(
      'Sends random operations of up to 34 clients to a soccer server and checks every message: its grammar, times, counters, scores and uniform numbers.',
    )
    .helpOption('-h, --help', 'print this help')
    .requiredOption(
      '--server <command>',
      'command line of the server; settings are appended as module::name=value',
    )
    .option(
      '--reference <command>',
      'command line of a second server: sequences are played without noise on both, and all messages are compared',
    )
    .option('--seed <n>', 'seed of the first sequence', parseCount, 1)
    .option('--cycles <n>', 'steps of the simulation in a sequence', parseCount, 100)
    .option('--sequences <n>', 'number of sequences, with the seeds that follow', parseCount, 1)
    .option(
      '--set <module::name=value>',
      'override a server setting in every sequence; repeatable',
      addSetting,
      {},
    )
    .option('--shrink <seconds>', 'time for shortening a sequence that fails', parseCount, 60)
    .addHelpText(
      'after',
      `
The server must support server::synch_mode. A failure is printed with its seed and a shortened sequence of operations.
With --reference, a difference or a check that fails counts only if the runs of the reference do not differ in the same way.

Example:
  rcss-conformance random --server rcss-server --seed 7 --cycles 200 --sequences 10
  rcss-conformance random --server ./my-server --reference rcss-server --sequences 10

Exit codes:
    0  all messages of all sequences passed
    1  a check failed, a difference counts, or the server ended
    2  wrong command line`,
    );
}

/** Operations of a failure that are printed; a longer `--shrink` leaves fewer. */
const MAX_PRINTED = 40;

/** Plays a sequence on the server, and on the reference if there is one. */
function play(sequence, { server, reference, set }) {
  if (reference === undefined) return playOnServer(server, sequence, set);
  const settings = { ...presets.noNoise, 'server::wind_rand': 0, ...set };
  return compareWithReference(
    () => playOnServer(server, sequence, settings, true),
    () => playOnServer(reference, sequence, settings, true),
  );
}

/** A list for people, of limited length. */
const formatList = (list, max = 12) =>
  `${list.slice(0, max).join('; ')}${list.length > max ? `; and ${list.length - max} more` : ''}`;

async function shorten(sequence, { failure, operationCount }, options) {
  const kind = kindOf(failure);
  let last = failure;
  const end = Date.now() + options.shrink * 1000;
  const operations = await shrink(
    sequence.operations.slice(0, operationCount),
    async (shorter) => {
      const played = await play({ ...sequence, operations: shorter }, options);
      if (played.failure === null || kindOf(played.failure) !== kind) return false;
      last = played.failure;
      return true;
    },
    () => Date.now() > end,
  );
  return { operations, failure: last };
}

/** Runs the sequences and returns the exit code. */
export async function runRandom(argv, command = createRandomCommand()) {
  const options = command.parse(argv, { from: 'user' }).opts();
  let failed = 0;
  for (let seed = options.seed; seed < options.seed + options.sequences; seed += 1) {
    const sequence = createSequence(seed, options.cycles);
    const played = await play(sequence, options);
    const { failure: found, stepCount, messageCount, ignored = [], referenceCount } = played;
    const notCounted =
      ignored.length > 0
        ? `     not counted, because ${referenceCount} runs of the reference differ in it: ${formatList(ignored)}`
        : null;
    if (found === null) {
      console.log(`PASS seed ${seed}: ${stepCount} steps, ${messageCount} messages`);
      if (notCounted) console.log(notCounted);
      continue;
    }
    failed += 1;
    const { operations, failure } = await shorten(sequence, played, options);
    console.log(`FAIL seed ${seed}: ${failure}`);
    if (notCounted) console.log(notCounted);
    console.log(`     settings: ${JSON.stringify(sequence.settings)}`);
    console.log(
      `     ${operations.length} of ${sequence.operations.length} operations, the last ${Math.min(MAX_PRINTED, operations.length)}:`,
    );
    for (const operation of operations.slice(-MAX_PRINTED)) console.log(`     ${JSON.stringify(operation)}`);
  }
  return failed === 0 ? 0 : 1;
}

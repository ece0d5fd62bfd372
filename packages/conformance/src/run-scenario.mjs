/** Runs a scenario and compares or records what the server sends. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { decodeGameLog } from './binary.mjs';
import { compareRecords, describeDifference, selectLines } from './compare.mjs';
import { compactSample, readExpectation, writeExpectation } from './expect.mjs';
import { ServerProcess } from './server.mjs';
import { Session } from './session.mjs';
import { BenchError, StartError } from './util.mjs';

/** Runs are repeated when the driver, not the server, was too slow. */
const MAX_ATTEMPTS = 4;

/** Runs a scenario once and returns its record. */
async function runOnce(scenario, options) {
  const server = await startServer(scenario, options);
  const session = new Session(server, scenario);
  let timer;
  let error = null;
  try {
    const limit = new Promise((resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new Error(
              `the scenario took longer than ${options.limit} s; on a slow machine give more with --limit`,
            ),
          ),
        options.limit * 1000,
      );
    });
    const work = (async () => {
      await session.connectAll(scenario.clients ?? []);
      await scenario.script(session);
      await session.finish();
    })();
    work.catch(() => {});
    await Promise.race([work, limit]);
  } catch (caught) {
    error = caught;
  }
  clearTimeout(timer);
  await server.stop(scenario.logs ? 5000 : 400);
  session.closeAll();
  const record = {
    lines: session.lines,
    values: session.values,
    samples: session.samples.map(compactSample),
  };
  if (!error) await addLogs(record, scenario, server);
  if (!error) error = await scenario.checkFiles?.(server.dir);
  if (options.out) await writeFiles(options.out, scenario, server, record, error);
  await server.removeFiles();
  if (error) {
    error.record = record;
    throw error;
  }
  return record;
}

async function startServer(scenario, options) {
  for (let i = 1; ; i += 1) {
    try {
      return await ServerProcess.start(
        options.server,
        { ...scenario.options, ...options.set },
        { files: scenario.files, transport: options.transport },
      );
    } catch (error) {
      if (i >= 3) throw error;
    }
  }
}

/** Starts the server with more words at the end of its command line, waits until it ends, and returns its output. */
export async function runCommandLine({ words, files }, options) {
  const server = await ServerProcess.start(options.server, options.set, { files, words, noProbe: true });
  const timer = setTimeout(() => server.child.kill('SIGKILL'), options.limit * 1000);
  const code = await server.exit;
  clearTimeout(timer);
  await server.removeFiles();
  if (code === null) throw new Error(`the server did not end within ${options.limit} s`);
  return `${server.stdout}\n${server.stderr}`;
}

/** Adds log files and the server's output if the scenario requests them. */
async function addLogs(record, scenario, server) {
  const logs = scenario.logs ?? {};
  const wanted = [];
  if (logs.rcg) wanted.push([logs.rcg === true ? 'game.rcg' : logs.rcg, 'rcg']);
  if (logs.rcl) wanted.push([logs.rcl === true ? 'text.rcl' : logs.rcl, 'rcl']);
  if (logs.kwy) wanted.push([logs.kwy === true ? 'keepaway.kwy' : logs.kwy, 'kwy']);
  for (const [file, kind] of wanted) {
    const bytes = await server.readLog(file);
    if (bytes === null) {
      record.lines.push([`file:${kind}`, 0, '(no such file)']);
      continue;
    }
    const lines = decodeGameLog(bytes);
    lines.forEach((text, i) => record.lines.push([`file:${kind}`, stepOfLogLine(kind, text, i), text]));
  }
  if (logs.stdout) {
    for (const text of server.stdout.split('\n'))
      if (logs.stdout.test(text)) record.lines.push(['stdout', 0, text]);
  }
  if (logs.stderr) {
    for (const text of server.stderr.split('\n'))
      if (logs.stderr.test(text)) record.lines.push(['stderr', 0, text]);
  }
}

/** Log lines are grouped by cycle: text log lines begin with "time,stoppage". */
function stepOfLogLine(kind, text, index) {
  if (kind === 'rcl' || kind === 'kwy') {
    const m = /^(\d+),(\d+)\t/.exec(text);
    return m ? Number(m[1]) + Number(m[2]) / 1000 : index / 1e6;
  }
  return 0;
}

async function writeFiles(out, scenario, server, record, error) {
  const dir = path.join(out, scenario.name);
  await fs.mkdir(dir, { recursive: true });
  await writeExpectation(path.join(dir, 'got'), scenario.name, record, 'the server under test');
  await fs.writeFile(path.join(dir, 'stdout.txt'), server.stdout);
  await fs.writeFile(path.join(dir, 'stderr.txt'), server.stderr + (error ? `\n${error.stack}\n` : ''));
  await fs.cp(path.join(server.dir, 'log'), path.join(dir, 'log'), { recursive: true });
}

/** Runs a scenario and returns its record; repeats the run if the driver (not the server) was too slow. */
export async function runWithRetry(scenario, options) {
  for (let i = 1; ; i += 1) {
    try {
      return await runOnce(scenario, options);
    } catch (error) {
      if (!(error instanceof BenchError) || i >= MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * A scenario without an expectation fails. With `--out` it runs nevertheless, so that its author sees what a server answers.
 */
async function runWithoutExpectation(scenario, options) {
  const text = [
    `no recording of the reference server: ${scenario.base}.expect.jsonl is missing; --record with the reference server writes it`,
  ];
  if (!options.out) text.push('--out FOLDER runs the scenario without it and keeps what this server sends');
  else {
    try {
      await runWithRetry(scenario, options);
      text.push(`the script ran to its end; see ${path.join(options.out, scenario.name)}`);
    } catch (error) {
      text.push(`the run stopped: ${options.verbose ? error.stack : error.message}`);
    }
  }
  return { ok: false, passed: 0, total: 0, text };
}

/** Runs the scenario and compares the record with its expectation. */
export async function check(scenario, options) {
  const expected = await readExpectation(scenario.base);
  if (!expected) return runWithoutExpectation(scenario, options);
  let passed = 0;
  let total = 0;
  const notes = []; // --verbose: statistics of samples that pass
  for (let i = 0; i < options.repeat; i += 1) {
    let record;
    let error = null;
    try {
      record = await runWithRetry(scenario, options);
    } catch (caught) {
      error = caught;
      record = caught.record ?? { lines: [], values: [], samples: [] };
    }
    if (error instanceof StartError) return { ok: false, passed, total, text: [error.message] };
    const result = compareRecords(expected, record, scenario.compare);
    passed += result.passed;
    total += result.total;
    if (options.verbose) notes.push(...result.statistics.flatMap(describeDifference));
    if (error || result.differences.length) {
      const text = [];
      if (error) text.push(`the run stopped: ${options.verbose ? error.stack : error.message}`);
      const shown = result.differences.slice(0, options.verbose ? 20 : 1);
      for (const d of shown) text.push(...describeDifference(d));
      const more = result.differences.length - shown.length;
      if (more > 0) text.push(`(and ${more} more)`);
      return { ok: false, passed, total, text };
    }
  }
  return { ok: true, passed, total, text: notes };
}

/** Runs the scenario several times and writes its expectation if all runs agree. */
export async function record(scenario, options) {
  let first = null;
  let total = 0;
  for (let i = 0; i < options.repeat; i += 1) {
    const one = await runWithRetry(scenario, options);
    first ??= one;
    const result = compareRecords(first, one, scenario.compare);
    total = result.total;
    if (result.differences.length) {
      const text = [`not stable: run ${i + 1} differs from run 1`];
      for (const d of result.differences.slice(0, options.verbose ? 6 : 2))
        text.push(...describeDifference(d));
      return { ok: false, passed: result.passed, total, text };
    }
  }
  first.lines = selectLines(first.lines, scenario.compare);
  const size = await writeExpectation(scenario.base, scenario.name, first);
  return { ok: true, passed: total, total, text: [], extra: ` ${size} bytes` };
}

/**
 * `rcss-conformance manuals`: what the manuals of the soccer server say, compared with a server. The rows of `manuals/` are data: a claim of
 * a manual, what version 19 does instead, and a probe, which is a list of steps (datagrams, cycles) with the expected replies.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addSetting, parsePositive } from './options.mjs';
import { presets } from './presets.mjs';
import { runCommandLine, runWithRetry } from './run-scenario.mjs';
import { toArray } from './util.mjs';

const FOLDER = fileURLToPath(new URL('../manuals', import.meta.url));

/** Creates the command; `parse` fills `opts()`. */
export function createManualsCommand() {
  return new Command('rcss-conformance manuals')
    .description(
      'Compares a soccer server with what its manuals say: sends the datagrams of each row and checks the replies of version 19.',
    )
    .helpOption('-h, --help', 'print this help')
    .option('--server <command>', 'command line of the server; settings are appended as module::name=value')
    .option('--only <text>', 'only rows whose name or claim contains the text')
    .option('--jobs <n>', 'rows at a time', parsePositive, 1)
    .option('--limit <seconds>', 'time limit of a row', parsePositive, 60)
    .option(
      '--set <module::name=value>',
      'override a server setting in every row; repeatable',
      addSetting,
      {},
    )
    .option('--list', 'list the rows and stop')
    .option('--page <file>', 'write the tables of the rows into a Markdown page and stop')
    .addHelpText(
      'after',
      `
A row without a probe describes a program or a page, not a message of the server; it is listed and not run.

Example:
  rcss-conformance manuals --server rcss-server --jobs 2

Exit codes:
    0  all rows passed
    1  a row failed
    2  wrong command line`,
    );
}

/** All tables of `manuals/`, in the order of their file names; each row has a name of its own, such as `commands/4`. */
export async function loadManuals() {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.mjs'))
    .sort();
  const tables = [];
  for (const file of names) {
    for (const table of (await import(new URL(`../manuals/${file}`, import.meta.url).href)).default) {
      const rows = table.rows.map((row, i) => ({
        section: table.section,
        ...row,
        name: `${table.name}/${i + 1}`,
      }));
      tables.push({ ...table, rows });
    }
  }
  return tables;
}

/** Runs the rows and returns the exit code. */
export async function runManuals(argv, command = createManualsCommand()) {
  const options = command.parse(argv, { from: 'user' }).opts();
  const tables = await loadManuals();
  if (options.page !== undefined) {
    writeFileSync(options.page, renderPage(readFileSync(options.page, 'utf8'), tables));
    return 0;
  }
  const rows = tables
    .flatMap((table) => table.rows)
    .filter((row) => options.only === undefined || `${row.name} ${row.manual}`.includes(options.only));
  if (options.list) {
    for (const row of rows) console.log(`${row.name.padEnd(16)} ${row.probe ? ' ' : '-'} ${row.manual}`);
    return 0;
  }
  if (options.server === undefined) command.error("error: option '--server <command>' is missing");
  if (rows.length === 0) command.error('error: no row contains the text of --only; --list prints all rows');

  const queue = rows.filter((row) => row.probe);
  const count = queue.length;
  let failed = 0;
  const worker = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const problem = await runProbe(row, options);
      if (problem !== null) failed += 1;
      console.log(`${problem === null ? 'PASS' : 'FAIL'} ${row.name} ${row.manual}`);
      if (problem !== null) console.log(`     ${problem.replaceAll('\n', '\n     ')}`);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, worker));
  console.log(`${count - failed} passed, ${failed} failed, ${rows.length - count} without a probe`);
  return failed === 0 ? 0 : 1;
}

/** Runs one row; null, or why it failed. */
async function runProbe({ name, probe }, options) {
  try {
    if (probe.words !== undefined) await runCommandProbe(probe, options);
    else await runWithRetry(toScenario(name, probe), options);
    return null;
  } catch (error) {
    return error.message;
  }
}

/** A probe of the command line: the server ends by itself; its output matches all patterns. */
async function runCommandProbe(probe, options) {
  const output = await runCommandLine(probe, options);
  for (const pattern of toArray(probe.output)) {
    if (!matches(pattern, output))
      throw new Error(`expected ${pattern} in the output, got:\n${output.slice(0, 600)}`);
  }
}

/** Clients of every probe that does not name others: a trainer, and one player of version 19. */
const DEFAULT_CLIENTS = [
  { id: 'T', type: 'trainer', version: 19 },
  { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
];

function toScenario(name, probe) {
  return {
    name: `manuals/${name}`,
    options: { ...presets.lab, ...probe.options },
    files: probe.files,
    clients: probe.clients ?? [...DEFAULT_CLIENTS, ...(probe.others ?? [])],
    params: true,
    settle: probe.settle,
    checkFiles: (folder) => findWrongFile(folder, probe.written ?? {}),
    async script(t) {
      for (const step of probe.steps) await runStep(t, step);
    },
  };
}

/** The error of the first file (a pattern of its path) that has not the expected contents (`null`: not written), or null. */
function findWrongFile(folder, written) {
  const files = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll(path.sep, '/'));
  for (const [pattern, contents] of Object.entries(written)) {
    const name = files.find((file) => new RegExp(`^${pattern}$`).test(file));
    const text = name === undefined ? null : readFileSync(path.join(folder, name), 'latin1');
    if (contents === null ? text !== null : text === null || !contents.test(text))
      return new Error(
        `expected ${contents === null ? 'no file' : 'a file'} ${pattern} ${contents ?? ''}; the server wrote ${files.join(', ')}`,
      );
  }
  return null;
}

/**
 * One step: an action, and what each client must receive during it (`expect`: client to patterns) or must not (`absent`), and how
 * many messages match (`count`). A pattern is a regular expression or the whole message.
 */
export async function runStep(t, step) {
  const from = t.lines.length;
  await act(t, step);
  const received = (id) =>
    t.lines
      .slice(from)
      .filter((line) => line[0] === id)
      .map((line) => line[2]);
  for (const [id, patterns] of Object.entries(step.expect ?? {})) {
    for (const pattern of toArray(patterns)) {
      if (!received(id).some((text) => matches(pattern, text))) {
        throw new Error(
          `${describe(step)}: ${id} did not receive ${pattern}; it received\n${list(received(id))}`,
        );
      }
    }
  }
  for (const [id, [pattern, count]] of Object.entries(step.count ?? {})) {
    const got = received(id).filter((text) => matches(pattern, text)).length;
    if (got !== count)
      throw new Error(`${describe(step)}: ${id} received ${got} of ${count} messages ${pattern}`);
  }
  for (const [id, patterns] of Object.entries(step.absent ?? {})) {
    for (const pattern of toArray(patterns)) {
      const text = received(id).find((message) => matches(pattern, message));
      if (text !== undefined) throw new Error(`${describe(step)}: ${id} received ${text}`);
    }
  }
}

async function act(t, step) {
  if (step.mode !== undefined) await t.setPlayMode(step.mode);
  if (step.ball !== undefined) await t.placeBall(...step.ball);
  for (const [id, place] of Object.entries(step.place ?? {})) await t.placePlayer(id, ...place);
  if (step.open !== undefined) await t.openSocket(step.open, { port: step.port });
  if (step.connect !== undefined) {
    await t.connect(step.connect);
    await t.waitUntilHandled();
  }
  for (const [id, messages] of Object.entries(step.send ?? {})) {
    for (const message of toArray(messages)) await t.sendAndWait(id, message);
  }
  if (step.leave !== undefined) await t.disconnect(step.leave);
  if (step.cycles !== undefined) await t.runCycles(step.commands ?? {}, step.cycles);
}

const matches = (pattern, text) => (pattern instanceof RegExp ? pattern.test(text) : pattern === text);
const describe = ({ expect, absent, count, ...action }) => JSON.stringify(action);
const list = (texts) => texts.map((text) => `  ${text.slice(0, 300)}`).join('\n') || '  (nothing)';

// The page ------------------------------------------------------------------

/** The page with each table between `<!-- manuals NAME -->` and `<!-- end -->` written anew from its rows. */
export function renderPage(page, tables) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const unused = new Set(byName.keys());
  const text = page.replace(/(<!-- manuals (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, head, name, tail) => {
    const table = byName.get(name);
    if (!table) throw new Error(`the page has a place for '${name}', but no table has this name`);
    unused.delete(name);
    return `${head}\n${renderTable(table)}${tail}`;
  });
  if (unused.size > 0) throw new Error(`the page has no place for the tables ${[...unused].join(', ')}`);
  return text;
}

function renderTable({ heads, rows }) {
  const lines = rows.map(({ manual, section, here }) => `| ${manual} | ${section} | ${here} |`);
  return [`| ${heads[0]} | section | ${heads[1]} |`, '|---|---|---|', ...lines, '', ''].join('\n');
}

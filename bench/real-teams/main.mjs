#!/usr/bin/env node
/**
 * Measures a soccer server in a match against players in separate processes, whose datagrams arrive one by one while the
 * processor is busy. The players are those of this tool, or two real teams. With `--vs`, two servers are measured in turn.
 * Linux only: the processor time is read from /proc. Figures and examples: docs/inside/performance.md.
 */
import { parseArgs } from 'node:util';
import { measureMatch } from './match.mjs';

const HELP = `usage: node bench/real-teams/main.mjs --server COMMAND [options]

  --server COMMAND   the server, with an absolute path; module::name=value options are appended to the command
  --vs COMMAND       a second server, measured in turn with the first
  --rounds N         matches of each server (default 1; 3 with --vs)
  --cycles N         measured cycles (default 2000; 600 with --realtime)
  --warmup N         cycles from the kickoff to the first measured one (default 0; 20 with --realtime)
  --realtime         wall-clock mode: intervals between the sense_body messages of the cycles
  --team COMMAND     command that starts a team; variables: PORT, COACH_PORT, TEAM, PLAYERS (number of players),
                     COACH (1: with a coach). Default: the players of this tool
  --sessions         the server and each team run in sessions of their own, as if started from different terminals; needs --team
  --processes N      processes of the players of this tool (default 22)
  --set M::N=VALUE   a server parameter; may be repeated
  --json             prints all figures as JSON`;

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    vs: { type: 'string' },
    rounds: { type: 'string' },
    cycles: { type: 'string' },
    warmup: { type: 'string' },
    realtime: { type: 'boolean', default: false },
    team: { type: 'string' },
    sessions: { type: 'boolean', default: false },
    processes: { type: 'string', default: '22' },
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Rows of the report: title and value of one match. */
const SYNCHRONOUS_ROWS = [
  ['CPU, ms per step', (f) => f.cpuMsPerStep.toFixed(3)],
  ['  user', (f) => f.userMsPerStep.toFixed(3)],
  ['  system', (f) => f.systemMsPerStep.toFixed(3)],
  ['  main thread', (f) => f.mainThreadMsPerStep.toFixed(3)],
  ['CPU with the start of the server, ms per step', (f) => f.cpuWithStartMsPerStep.toFixed(3)],
  ['CPU of all other processes, ms per step', (f) => f.othersMsPerStep.toFixed(3)],
  ['wall time, ms per step', (f) => f.wallMsPerStep.toFixed(3)],
  ['waits of the main thread per step', (f) => f.switchesPerStep.toFixed(1)],
  ['steps', (f) => f.steps],
  ['time that the host took from this machine', (f) => `${(100 * f.stolenShare).toFixed(1)} %`],
];
const REALTIME_ROWS = [
  ['interval between sense_body, ms: p50', (f) => f.interval.p50.toFixed(2)],
  ['  p99', (f) => f.interval.p99.toFixed(2)],
  ['  longest', (f) => f.interval.max.toFixed(2)],
  ['  mean', (f) => f.interval.mean.toFixed(3)],
  ['delay of this tool, ms: p99', (f) => f.echo.p99.toFixed(2)],
  ['priority of this tool raised', (f) => (f.isObserverRaised ? 'yes' : 'no: the delays include its own')],
  ['CPU, ms per cycle', (f) => f.cpuMsPerStep.toFixed(3)],
  ['time that the host took from this machine', (f) => `${(100 * f.stolenShare).toFixed(1)} %`],
];

async function main() {
  if (values.help || values.server === undefined) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  if (values.sessions && values.team === undefined) throw new Error('--sessions: needs --team COMMAND');
  const options = {
    realtime: values.realtime,
    team: values.team,
    sessions: values.sessions,
    processes: readCount('processes', values.processes),
    cycles: readCount('cycles', values.cycles ?? (values.realtime ? '600' : '2000')),
    warmup: readCount('warmup', values.warmup ?? (values.realtime ? '20' : '0')),
    settings: values.set,
  };
  const rounds = readCount('rounds', values.rounds ?? (values.vs === undefined ? '1' : '3'));
  const commands = values.vs === undefined ? { A: values.server } : { A: values.server, B: values.vs };
  const results = { A: [], B: [] };
  for (let round = 0; round < rounds; round++) {
    // Every second round begins with B, so that a slow change of the machine favors neither.
    const order = round % 2 === 0 ? Object.keys(commands) : Object.keys(commands).reverse();
    for (const name of order) {
      const figures = await measureMatch(commands[name], options);
      results[name].push(figures);
      if (!values.json) printMatch(`round ${round + 1}, ${name}`, figures);
    }
  }
  const ratios = compare(results);
  if (values.json) console.log(JSON.stringify({ options, commands, results, ratios }, null, 1));
  else for (const [title, text] of ratios) console.log(`${title}: ${text}`);
  return 0;
}

function readCount(name, text) {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new Error(`--${name}: ${text} is not a whole number ≥ 0`);
  return count;
}

function printMatch(title, figures) {
  console.log(title);
  for (const [label, read] of values.realtime ? REALTIME_ROWS : SYNCHRONOUS_ROWS)
    console.log(`  ${label.padEnd(48)}${read(figures)}`);
}

/** Ratios A/B: of the medians, and of each round. */
function compare({ A, B }) {
  const quantities = values.realtime
    ? [['p99 of the interval', (f) => f.interval.p99]]
    : [
        ['CPU per step', (f) => f.cpuMsPerStep],
        ['CPU per step with the start', (f) => f.cpuWithStartMsPerStep],
        // The players do the same work in every match, so their time shows how fast the machine was.
        ['CPU per step, in CPU of the players', (f) => f.cpuMsPerStep / f.othersMsPerStep],
        ['wall time per step', (f) => f.wallMsPerStep],
      ];
  return quantities.map(([title, read]) => {
    const a = A.map(read);
    const b = B.map(read);
    if (b.length === 0) return [`${title}, median`, median(a).toFixed(3)];
    const rounds = a.map((value, i) => (value / b[i]).toFixed(3)).join(', ');
    const ratio = (median(a) / median(b)).toFixed(3);
    return [title, `${median(a).toFixed(3)} / ${median(b).toFixed(3)} = ${ratio} (rounds ${rounds})`];
  });
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`real-teams: ${error.message}`);
  process.exitCode = 1;
}

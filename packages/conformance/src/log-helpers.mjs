// Helpers of the log scenarios: a short match with all kinds of events, the end of the server, reading of its files.

import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { decodeGameLog } from './binary.mjs';
import { presets } from './presets.mjs';
import { squad, waitForPlayerPorts } from './referee-helpers.mjs';

/** No randomness, referee on, game and text log on. */
export const LOGGED = {
  ...presets.refereed,
  'server::game_logging': 1,
  'server::text_logging': 1,
  'server::half_time': 2,
  'server::nr_extra_halfs': 0,
  'server::penalty_shoot_outs': 0,
  'server::tackle_exponent': 200,
  'server::foul_exponent': 200,
  'server::foul_detect_probability': 1,
  'player::player_types': 4,
};

export const createTile = (x, y, color = '#FF0000') =>
  `(team_graphic (${x} ${y} "8 8 2 1" "  c None" ". c ${color}" ${Array.from({ length: 8 }, (_, i) => `"${'.'.repeat(i)}${' '.repeat(8 - i)}"`).join(' ')}))`;

export const CLIENTS = [
  { id: 'T', type: 'trainer', version: 19, record: false },
  ...squad(['L1', 'L2', 'L3', 'R1', 'R2'], { R1: { version: 15 }, R2: { version: 11 } }),
  { id: 'C', type: 'coach', team: 'Alpha', version: 19, name: 'Brain', record: false },
];

/** The match that is logged. `x` shifts it along the pitch, so that two scenarios do not hold the same numbers. */
export async function play(t, { x = 0, graphics = true, card = true, cycles = 8 } = {}) {
  await t.command('(ear on)');
  if (graphics) await t.request('C', createTile(1, 2), 1);
  await t.command('(change_player_type Alpha 3 2)');
  await t.placePlayer('L1', -50, 0, 0, 0, 0);
  await t.placePlayer('L2', -0.65, 0.1, 0, 0, 0);
  await t.placePlayer('L3', -12 + x, 7.5, 30, 0, 0);
  await t.placePlayer('R1', 49.5, 1.25, 180, 0, 0);
  await t.placePlayer('R2', 14.5 + x, -8.125, -170, 0, 0);
  await t.command('(start)');
  await t.runCycles({}, 2);
  await t.runCycles({
    L2: ['(kick 55 20)', '(turn_neck 35)', '(say hello)'],
    L3: '(dash 80)',
    R1: '(change_view narrow high)',
    R2: '(dash 60)',
  });
  await t.runCycles({
    L2: ['(turn 70)', '(pointto 10 25)'],
    L3: ['(dash 100 90)', '(attentionto our 2)'],
    R2: ['(turn -33)', '(change_view wide low)'],
  });
  await t.runCycles({ L1: '(change_focus 3 20)', L3: '(kick 50 0)', R2: '(tackle 50)', R1: '(move -40 3)' });
  await t.runCycles({}, 2);
  if (card) {
    // The intentional foul of left 3: a card, charged opponents, a stopped clock.
    await t.placeBall(11.2 + x, 5);
    await t.placePlayer('L3', 10 + x, 5, 0, 0, 0);
    await t.placePlayer('R2', 10.75 + x, 5, 0, 0, 0);
    await t.runCycles({ R2: '(dash 10)' });
    t.send('L3', '(tackle 0 on)');
    await waitForPlayerPorts(t);
    await t.placePlayer('L3', 8 + x, 5, 0, 0, 0);
    await t.runCycles({}, 33);
  }
  // A catch of the right goalie.
  await t.placeBall(48.7, 1.2);
  await t.setPlayMode('play_on');
  await t.runCycles({ R1: '(catch 0)' });
  await t.runCycles({ L2: '(dash 100)' }, cycles);
  // Half time and the second half.
  await t.placePlayer('L2', -5, 20, 0, 0, 0);
  await t.placePlayer('R2', 20, 20, 0, 0, 0);
  await t.placePlayer('L3', -20, 20, 0, 0, 0);
  for (let i = 0; i < 60 && !t.halfTime; i += 1) {
    await t.runCycles();
    t.halfTime = t.clientById.T.time >= 20;
  }
  await t.runCycles({}, 2);
  await t.command('(start)');
  await t.runCycles({}, 2);
  await t.placeBall(-52, 2, -1.5, 0);
  await t.runCycles({ R2: '(dash 100)' }, 6);
}

/** Ends the server with a signal and waits until the process has ended. */
export async function end(t, signal = 'SIGINT') {
  for (const client of t.clients) client.awaitsThink = false;
  if (!t.server.exited) t.server.child.kill(signal);
  const timer = setTimeout(() => {
    if (!t.server.exited) t.server.child.kill('SIGKILL');
  }, 8000);
  await t.server.exit;
  clearTimeout(timer);
}

/** Names of all files under the run's log folder, dates masked. */
export async function files(t, mask = (name) => name) {
  const base = path.join(t.server.dir, 'log');
  const found = await fs.readdir(base, { recursive: true, withFileTypes: true });
  return found
    .filter((e) => e.isFile())
    .map((e) => mask(path.relative(base, path.join(e.parentPath ?? e.path, e.name))))
    .sort();
}

const MASKS = [
  [/\((random_seed|port|coach_port|olcoach_port) -?\d+\)/g, '($1 N)'],
  [/"(random_seed|port|coach_port|olcoach_port)":-?\d+/g, '"$1":N'],
  [/\(result \d{12} /g, '(result DATE '],
  [/\{"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}"\}/g, '{"timestamp":"DATE"}'],
  [/\{"version":"[^"]+"\}/g, '{"version":"VERSION"}'],
  // The time before the first client connects varies (0 shows no stime).
  [/"time":0,"stime":\d+/g, '"time":0'],
];

export function masked(text) {
  let out = text;
  for (const [from, to] of MASKS) out = out.replace(from, to);
  return out;
}

/** Cuts the text after the first balanced group: the reference may leave old bytes after a message. */
export function cutTail(text) {
  const at = text.indexOf('(');
  if (at < 0) return text;
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')') {
      depth -= 1;
      if (depth === 0) return text.slice(0, i + 1);
    }
  }
  return text;
}

/** Board 2 lines of the text and JSON logs and messages of version 1 may carry such bytes. */
function tidyGameLine(text) {
  let m = /^(\(msg \d+ 2 ")(.*)"\)$/s.exec(text);
  if (m) return `${m[1]}${cutTail(m[2])}")`;
  m = /^(\{"msg":\{"time":\d+,(?:"stime":\d+,)?"board":2,"message":")(.*)"\}\},?$/s.exec(text);
  if (m) return `${m[1]}${cutTail(m[2])}"}}`;
  m = /^(msg board=2 )length=\d+ "(.*)"$/s.exec(text);
  if (m) return `${m[1]}${cutTail(m[2])}`;
  m = /^(msg board=\d+ )(\(.*)$/s.exec(text);
  if (m) return `${m[1]}${cutTail(m[2])}`;
  return text;
}

const TIME = /^\((?:show|playmode|team|msg) (\d+)|^show time=(\d+)|"time":(\d+)/;
const RECEIVED = /Recv [^:]+: /;

/**
 * Puts a game log into the record, line by line, decoded where it is binary. Messages of clients (Recv) are sorted
 * within a cycle and put after the other lines of the cycle, because the server reads its clients in random order.
 */
export async function recordGameLog(t, name = 'game.rcg', as = 'file:rcg') {
  const lines = await gameLines(t, name);
  if (!lines) {
    t.lines.push([as, 0, '(no such file)']);
    return;
  }
  let time = 0;
  const groups = new Map();
  for (const line of lines) {
    const m = TIME.exec(line);
    if (m) time = Number(m[1] ?? m[2] ?? m[3]);
    if (!groups.has(time)) groups.set(time, []);
    groups.get(time).push(line);
  }
  for (const [at, group] of groups) for (const line of ordered(group)) t.lines.push([as, at, line]);
}

export async function gameLines(t, name) {
  const bytes = await t.server.readLog(name);
  if (bytes === null) return null;
  return rejoined(decodeGameLog(unpack(bytes))).map((line) => masked(tidyGameLine(line)));
}

/** Old bytes after a message of board 2 may contain line feeds: such a line continues until its regular end. */
function rejoined(lines) {
  const out = [];
  let open = null;
  for (const line of lines) {
    const whole = open === null ? line : `${open}\n${line}`;
    const starts = /^\(msg \d+ 2 "|^\{"msg":\{"time":\d+,(?:"stime":\d+,)?"board":2,/.test(whole);
    const ends = /"\)$|"\}\},?$/.test(whole);
    open = starts && !ends ? whole : null;
    if (open === null) out.push(whole);
  }
  if (open !== null) out.push(open);
  return out;
}

function ordered(group) {
  return [...group.filter((l) => !RECEIVED.test(l)), ...group.filter((l) => RECEIVED.test(l)).sort()];
}

const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpack(bytes) {
  return isGzip(bytes) ? zlib.gunzipSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH }) : bytes;
}

/** Records whether a file exists, is compressed, and is a complete gzip file. */
export async function recordPacking(t, name) {
  const bytes = await t.server.readLog(name);
  let state = 'missing';
  if (bytes) {
    state = isGzip(bytes) ? 'gzip' : 'plain';
    if (state === 'gzip') {
      try {
        zlib.gunzipSync(bytes);
      } catch {
        state = 'gzip, cut off';
      }
    }
  }
  t.recordValue(`packing of ${name}`, state);
}

/** Puts a text log into the record; at time 0 the stoppage counter depends on when the clients connected. */
export async function recordTextLog(t, name = 'text.rcl', as = 'file:rcl', { only = /./s } = {}) {
  const bytes = await t.server.readLog(name);
  if (bytes === null) {
    t.lines.push([as, 0, '(no such file)']);
    return;
  }
  const groups = new Map();
  let at = 0;
  for (const line of decodeGameLog(unpack(bytes))) {
    if (!only.test(line)) continue;
    const m = /^(\d+),(\d+)\t/.exec(line);
    if (m) at = Number(m[1]) === 0 ? 0 : Number(m[1]) + Number(m[2]) / 1000;
    if (!groups.has(at)) groups.set(at, []);
    groups.get(at).push(line.replace(/^0,\d+\t/, '0,N\t'));
  }
  for (const [step, group] of groups) for (const line of ordered(group)) t.lines.push([as, step, line]);
}

/** A scenario that plays the short match and records the game log of one version. */
export function gameLog({ name, about, version, options = {}, with: how = {}, compression = 0 }) {
  return {
    name,
    about,
    options: {
      ...LOGGED,
      'server::game_log_version': version,
      'server::game_log_compression': compression,
      'server::text_logging': 0,
      ...options,
    },
    clients: CLIENTS,
    finish: false,
    async script(t) {
      await play(t, how);
      await end(t);
      const file = `game.rcg${compression ? '.gz' : ''}`;
      await recordPacking(t, file);
      await recordGameLog(t, file);
    },
  };
}

/** Lines of stdout about results and the end, dates masked. */
export function recordStdout(t, pattern) {
  const lines = t.server.stdout.split('\n').filter((l) => pattern.test(l));
  for (const line of lines)
    t.lines.push(['stdout', 0, line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE')]);
}

/** Names of the files in the log folder during the match and after the end. */
export function logNames({
  name,
  about,
  options = {},
  clients = CLIENTS,
  script,
  signal = 'SIGINT',
  mask,
  also,
}) {
  return {
    name,
    about,
    options: {
      ...LOGGED,
      'server::game_log_fixed': 0,
      'server::text_log_fixed': 0,
      'server::game_log_dated': 1,
      'server::text_log_dated': 1,
      ...options,
    },
    clients,
    finish: false,
    async script(t) {
      await script?.(t);
      t.recordValue('while running', await files(t, mask));
      await end(t, signal);
      t.recordValue('after the end', await files(t, mask));
      t.recordValue('exit status', await t.server.exit);
      await also?.(t);
    },
  };
}

/** Twelve or more digits in a row, or parts of a date, to a mask. */
export const maskDate = (name) => name.replace(/\d{14}/, 'DATE').replace(/\d{4}-\d\d-\d\d/, 'YYYY-MM-DD');

/** Only the state words of the players on the field, per show of a text log: `8: l1=0x9 l2=0x1001 ...`. */
export async function recordStates(t, name = 'game.rcg') {
  for (const line of await gameLines(t, name)) {
    const text = /^\(show (\d+)/.exec(line);
    const binary = /^show time=(\d+)/.exec(line);
    const states = [];
    if (text) {
      for (const m of line.matchAll(/\(\(([lr]) (\d+)\) \d+ (0x[0-9a-f]+|0) /g))
        if (m[3] !== '0') states.push(`${m[1]}${m[2]}=${m[3]}`);
    } else if (binary) {
      for (const m of line.matchAll(/ p(\d+)=\((-?\d+) /g))
        if (m[2] !== '0') states.push(`p${m[1]}=${Number(m[2]) & 0xffff}`);
    } else {
      continue;
    }
    t.lines.push(['states', Number((text ?? binary)[1]), states.join(' ')]);
  }
}

#!/usr/bin/env node
// Records sample logs for readers with a real server: small matches with noise and player types, one per log version.
//
//   node tools/make-samples.mjs --server "<command>" --out DIR [--seed N] [--set shared|other]
//
// Every log NAME.rcg or NAME.rcg.gz gets a NAME.digest.json beside it (see tools/digest.mjs).

import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { createTile, end } from '../src/log-helpers.mjs';
import { waitForPlayerPorts } from '../src/referee-helpers.mjs';
import { ServerProcess } from '../src/server.mjs';
import { Session } from '../src/session.mjs';
import { digest, print } from './digest.mjs';

const args = Object.fromEntries(
  process.argv
    .slice(2)
    .join('\u0000')
    .split('\u0000--')
    .map((a) => a.replace(/^--/, '').split('\u0000')),
);
const seed = Number(args.seed ?? 1);
const set = args.set ?? 'shared';

function createRandom(start) {
  let state = start >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

const LEFT = 'North-1';
const RIGHT = 'South_2';
const players = (team, letter, count, versions) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${letter}${i + 1}`,
    type: 'player',
    team,
    version: versions[i % versions.length],
    goalie: i === 0,
  }));
const CLIENTS = [
  { id: 'T', type: 'trainer', version: 19 },
  ...players(LEFT, 'L', 6, [19, 18, 15]),
  ...players(RIGHT, 'R', 5, [16, 8, 19]),
  { id: 'C', type: 'coach', team: LEFT, version: 19, name: 'Brain' },
  { id: 'D', type: 'coach', team: RIGHT, version: 14 },
];

/** Any command of any kind. */
function command(random, id) {
  const pick = random(12);
  if (pick < 5) return `(dash ${20 + random(80)} ${random(3) === 0 ? random(360) - 180 : 0})`;
  if (pick < 7) return `(turn ${random(240) - 120})`;
  if (pick < 9) return `(kick ${20 + random(80)} ${random(360) - 180})`;
  if (pick < 10) return `(tackle ${random(200) - 100})`;
  return id.endsWith('1') ? `(catch ${random(90) - 45})` : `(dash ${random(100)})`;
}

function sideCommand(random) {
  switch (random(9)) {
    case 0:
      return `(turn_neck ${random(120) - 60})`;
    case 1:
      return `(say ${['a', 'hello', '(b) c', '"q"', 'x.y-z'][random(5)]})`;
    case 2:
      return `(change_view ${['narrow', 'normal', 'wide'][random(3)]} ${['high', 'low'][random(2)]})`;
    case 3:
      return `(pointto ${random(30)} ${random(180) - 90})`;
    case 4:
      return `(attentionto ${['our', 'opp'][random(2)]} ${1 + random(5)})`;
    case 5:
      return `(change_focus ${random(20)} ${random(60) - 30})`;
    default:
      return null;
  }
}

async function playRandomly(t, random, cycles) {
  const ids = t.clients.filter((c) => c.type === 'player' && c.thinks).map((c) => c.id);
  for (let i = 0; i < cycles; i += 1) {
    const map = {};
    for (const id of ids) {
      if (!t.clientById[id].thinks) continue;
      map[id] = [command(random, id), sideCommand(random)].filter(Boolean);
    }
    await t.runCycles(map);
  }
}

async function placeTeams(t) {
  const spots = {
    L1: [-50, 0],
    L2: [-0.7, 0],
    L3: [-8, 12],
    L4: [-10, -12],
    L5: [-20, 5],
    L6: [-25, -6],
    R1: [50, 0, 180],
    R2: [10, 2, 180],
    R3: [11, -9, 180],
    R4: [22, 7, 180],
    R5: [25, -8, 180],
  };
  for (const [id, [x, y, angle = 0]] of Object.entries(spots))
    if (t.clientById[id]) await t.placePlayer(id, x, y, angle, 0, 0);
}

/** A foul with a card, a goal, a catch: 75 to 130 shows. */
async function match(t, random) {
  await t.command('(ear on)');
  await t.request('C', createTile(0, 0));
  await t.request('C', createTile(5, 3, '#00FF80'));
  await t.request('D', createTile(31, 7, '#0000FF'));
  await t.command(
    `(change_player_type ${LEFT} 3 ${1 + random(17)})`,
    `(change_player_type ${RIGHT} 2 ${1 + random(17)})`,
  );
  await t.runCycles();
  await placeTeams(t);
  await t.command('(start)');
  await t.runCycles({}, 2);
  await t.runCycles({ L2: ['(kick 60 30)', '(say go)'] });
  await playRandomly(t, random, 14);
  // An intentional foul; the following cycles are random.
  await t.placeBall(11.2, 5);
  await t.placePlayer('L3', 10, 5, 0, 0, 0);
  await t.placePlayer('R2', 10.75, 5, 0, 0, 0);
  await t.setPlayMode('play_on');
  await t.runCycles({ R2: '(dash 10)' });
  t.send('L3', '(tackle 0 on)');
  await waitForPlayerPorts(t);
  await t.runCycles({}, 5);
  await t.setPlayMode('play_on');
  await t.placeBall(48.9, 0);
  await t.placePlayer('R1', 49.6, 0, 180, 0, 0);
  await t.runCycles({ R1: '(catch 0)' });
  await playRandomly(t, random, 6);
  await t.setPlayMode('play_on');
  await t.placeBall(-52.2, 2, -1.6, 0);
  await t.disconnect('L6');
  await t.runCycles({}, 5);
  await t.setPlayMode('kick_off_l');
  for (let i = 0; i < 80 && !t.lines.some((l) => l[0] === 'T' && / time_over\)/.test(l[2])); i += 1) {
    await playRandomly(t, random, 1);
    if (t.lines.some((l) => l[0] === 'T' && / half_time\)/.test(l[2])) && !t.second) {
      t.second = true;
      await placeTeams(t);
      await t.command('(start)');
    }
  }
  await t.runCycles({}, 2);
}

/** A shoot-out without kicks. */
async function shootout(t, random) {
  await t.command('(ear on)');
  await placeTeams(t);
  await t.command('(start)');
  for (let i = 0; i < 120 && !t.lines.some((l) => l[0] === 'T' && / time_over\)/.test(l[2])); i += 1)
    await playRandomly(t, random, 1);
  await t.runCycles({}, 2);
}

const OPTIONS = {
  'server::synch_mode': 1,
  'server::coach_w_referee': 1,
  'server::half_time': 3,
  'server::nr_extra_halfs': 0,
  'server::penalty_shoot_outs': 0,
  'server::foul_detect_probability': 1,
  'server::tackle_exponent': 200,
  'server::foul_exponent': 200,
};
const SHOOTOUT = {
  'server::half_time': 1,
  'server::nr_normal_halfs': 1,
  'server::penalty_shoot_outs': 1,
  'server::pen_nr_kicks': 1,
  'server::pen_max_extra_kicks': 1,
  'server::pen_setup_wait': 2,
  'server::pen_ready_wait': 2,
  'server::pen_taken_wait': 4,
  'server::pen_before_setup_wait': 1,
  'server::pen_random_winner': 1,
};
const MESSAGES = { 'server::record_messages': 1 };

const PLAIN = [1, 2, 3, 4, 5, 6, -1];
const versionLabel = (version) => (version < 0 ? 'json' : `v${version}`);

const SETS = {
  shared: [
    ...PLAIN.map((version) => ({
      name: `sample-${versionLabel(version)}`,
      version,
      script: match,
      both: true,
    })),
    { name: 'messages-v4', version: 4, options: MESSAGES, script: match },
    { name: 'messages-v3', version: 3, options: MESSAGES, script: match },
    { name: 'shootout-v6', version: 6, options: SHOOTOUT, script: shootout, packed: true },
    { name: 'shootout-json', version: -1, options: SHOOTOUT, script: shootout, packed: true },
    { name: 'empty-v1', version: 1, script: async (t) => t.runCycles({}, 2), clients: ['T'] },
    { name: 'empty-v6', version: 6, script: async (t) => t.runCycles({}, 2), clients: ['T'] },
    { name: 'killed-v6', version: 6, script: match, packed: true, signal: 'SIGKILL' },
    { name: 'killed-json', version: -1, script: match, packed: true, signal: 'SIGKILL' },
    { name: 'cut-v3', version: 3, script: match, cut: 0.6 },
    { name: 'cut-v5', version: 5, script: match, cut: 0.4, packed: true },
    {
      name: 'one-team-v5',
      version: 5,
      script: async (t, random) => {
        await t.command('(start)');
        await playRandomly(t, random, 8);
      },
      clients: ['T', 'L1', 'L2'],
    },
  ],
  other: [
    ...PLAIN.map((version) => ({
      name: `other-${versionLabel(version)}`,
      version,
      script: match,
      packed: version < 0 || version > 3,
    })),
    { name: 'other-messages-v2', version: 2, options: MESSAGES, script: match },
    { name: 'other-messages-v6', version: 6, options: MESSAGES, script: match, packed: true },
    { name: 'other-shootout-v3', version: 3, options: SHOOTOUT, script: shootout },
    { name: 'other-shootout-v4', version: 4, options: SHOOTOUT, script: shootout, packed: true },
    { name: 'other-empty-v3', version: 3, script: async (t) => t.runCycles({}, 2), clients: ['T'] },
    { name: 'other-empty-json', version: -1, script: async (t) => t.runCycles({}, 2), clients: ['T'] },
    { name: 'other-cut-v1', version: 1, script: match, cut: 0.3 },
    { name: 'other-cut-json', version: -1, script: match, cut: 0.5 },
    { name: 'other-cut-gz-v6', version: 6, script: match, cut: 0.7, packed: true, cutPacked: true },
    { name: 'other-killed-v2', version: 2, script: match, signal: 'SIGKILL' },
  ],
};

async function make(entry, at) {
  const random = createRandom(seed * 1000 + at);
  const options = {
    ...OPTIONS,
    'server::game_log_version': entry.version,
    'server::game_log_compression': (entry.cut && !entry.cutPacked) || entry.signal ? 0 : 6,
    'server::text_logging': 1,
    ...entry.options,
  };
  const server = await ServerProcess.start(args.server, options);
  const clients = entry.clients ? CLIENTS.filter((c) => entry.clients.includes(c.id)) : CLIENTS;
  const session = new Session(server, { clients });
  await session.connectAll(clients.map((c) => ({ ...c })));
  await entry.script(session, random);
  await end(session, entry.signal);
  session.closeAll();
  const files = [];
  let bytes = await server.readLog(`game.rcg${options['server::game_log_compression'] ? '.gz' : ''}`);
  await server.removeFiles();
  const unpacked = () => zlib.gunzipSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
  if (entry.signal) {
    files.push(entry.packed ? [`${entry.name}.rcg.gz`, zlib.gzipSync(bytes)] : [`${entry.name}.rcg`, bytes]);
  } else if (entry.cut) {
    bytes = bytes.subarray(0, Math.floor(bytes.length * entry.cut));
    if (entry.packed && !entry.cutPacked) bytes = zlib.gzipSync(bytes);
    files.push([`${entry.name}.rcg${entry.packed ? '.gz' : ''}`, bytes]);
  } else {
    if (entry.both || entry.packed) files.push([`${entry.name}.rcg.gz`, bytes]);
    if (entry.both || !entry.packed) files.push([`${entry.name}.rcg`, unpacked()]);
  }
  for (const [name, data] of files) await fs.writeFile(path.join(args.out, name), data);
  // If the folder has a log both plain and compressed, one digest is for both.
  const [name, data] = files.at(-1);
  const found = digest(name, data, { frames: entry.both ? 6 : 4 });
  await fs.writeFile(path.join(args.out, `${entry.name}.digest.json`), `${print(found)}\n`);
  console.log(
    files.map((f) => `${f[0]} ${f[1].length}`).join(', '),
    JSON.stringify(found.records),
    found.complete ? '' : 'cut',
  );
}

await fs.mkdir(args.out, { recursive: true });
for (const [at, entry] of SETS[set].entries()) {
  if (args.only && !new RegExp(args.only).test(entry.name)) continue;
  await make(entry, at);
}

#!/usr/bin/env node
// Prints the contents of a game log that a correct reader must find, as JSON. Reads all versions (1 to 6, JSON),
// plain or gzip, also logs that were cut off.
//
//   node tools/digest.mjs FILE [--frames N]  > NAME.digest.json      (game log; a file *.rcl is read as a text log)
//
// Units: meters, meters per cycle, degrees. Numbers of text logs are as printed; those of binary logs are the raw
// integer divided by its scale (angles turned into degrees), rounded to 6 decimals.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { decodeGameLog } from '../src/binary.mjs';
import { cutTail } from '../src/log-helpers.mjs';
import { sexp } from '../src/parse.mjs';

const MODES = [
  '',
  'before_kick_off',
  'time_over',
  'play_on',
  'kick_off_l',
  'kick_off_r',
  'kick_in_l',
  'kick_in_r',
  'free_kick_l',
  'free_kick_r',
  'corner_kick_l',
  'corner_kick_r',
  'goal_kick_l',
  'goal_kick_r',
  'goal_l',
  'goal_r',
  'drop_ball',
  'offside_l',
  'offside_r',
  'penalty_kick_l',
  'penalty_kick_r',
  'first_half_over',
  'pause',
  'human_judge',
  'foul_charge_l',
  'foul_charge_r',
  'foul_push_l',
  'foul_push_r',
  'foul_multiple_attack_l',
  'foul_multiple_attack_r',
  'foul_ballout_l',
  'foul_ballout_r',
  'back_pass_l',
  'back_pass_r',
  'free_kick_fault_l',
  'free_kick_fault_r',
  'catch_fault_l',
  'catch_fault_r',
  'indirect_free_kick_l',
  'indirect_free_kick_r',
  'penalty_setup_l',
  'penalty_setup_r',
  'penalty_ready_l',
  'penalty_ready_r',
  'penalty_taken_l',
  'penalty_taken_r',
  'penalty_miss_l',
  'penalty_miss_r',
  'penalty_score_l',
  'penalty_score_r',
  'illegal_defense_l',
  'illegal_defense_r',
];

// Names in the order of the binary record; l: scale 65536, s: plain integer, - : a constant.
const SERVER_NAMES = `l goal_width inertia_moment player_size player_decay player_rand player_weight player_speed_max player_accel_max stamina_max
 stamina_inc_max recover_init recover_dec_thr recover_min recover_dec effort_init effort_dec_thr effort_min effort_dec effort_inc_thr effort_inc kick_rand
 s team_actuator_noise l prand_factor_l prand_factor_r kick_rand_factor_l kick_rand_factor_r ball_size ball_decay ball_rand ball_weight ball_speed_max
 ball_accel_max dash_power_rate kick_power_rate kickable_margin control_radius control_radius_width maxpower minpower maxmoment minmoment maxneckmoment
 minneckmoment maxneckang minneckang visible_angle visible_distance wind_dir wind_force wind_ang wind_rand kickable_area catchable_area_l
 catchable_area_w catch_probability s goalie_max_moves l ckick_margin offside_active_area_size s wind_none wind_random say_coach_cnt_max
 say_coach_msg_size clang_win_size clang_define_win clang_meta_win clang_advice_win clang_info_win clang_mess_delay clang_mess_per_cycle half_time
 simulator_step send_step recv_step sense_body_step lcm_step say_msg_size hear_max hear_inc hear_decay catch_ban_cycle slow_down_factor use_offside
 forbid_kick_off_offside l offside_kick_margin audio_cut_dist quantize_step quantize_step_l - - - - - - - s coach coach_w_referee old_coach_hear
 send_vi_step l slowness_on_top_for_left_team slowness_on_top_for_left_team_again keepaway_length keepaway_width ball_stuck_area max_tackle_power
 max_back_tackle_power tackle_dist tackle_back_dist tackle_width s start_goal_l start_goal_r fullstate_l fullstate_r drop_ball_time synch_mode
 synch_offset synch_micro_sleep point_to_ban point_to_duration`;
const PLAYER_NAMES = `s player_types subs_max pt_max l player_speed_max_delta_min player_speed_max_delta_max stamina_inc_max_delta_factor
 player_decay_delta_min player_decay_delta_max inertia_moment_delta_factor dash_power_rate_delta_min dash_power_rate_delta_max
 player_size_delta_factor kickable_margin_delta_min kickable_margin_delta_max kick_rand_delta_factor extra_stamina_delta_min extra_stamina_delta_max
 effort_max_delta_factor effort_min_delta_factor s random_seed l new_dash_power_rate_delta_min new_dash_power_rate_delta_max
 new_stamina_inc_max_delta_factor kick_power_rate_delta_min kick_power_rate_delta_max foul_detect_probability_delta_factor
 catchable_area_l_stretch_min catchable_area_l_stretch_max s allow_mult_default_type`;
const TYPE_NAMES = `s id l player_speed_max stamina_inc_max player_decay inertia_moment dash_power_rate player_size kickable_margin kick_rand
 extra_stamina effort_max effort_min kick_power_rate foul_detect_probability catchable_area_l_stretch`;

const roundSix = (v) => Number(v.toFixed(6));
const toMeters = (raw) => roundSix(raw / 65536);
const toDegrees = (raw) => roundSix((raw / 65536) * (180 / Math.PI));

function nameNumbers(list, numbers) {
  const out = {};
  let scale = 's';
  let at = 0;
  for (const word of list.split(/\s+/)) {
    if (word === 'l' || word === 's') {
      scale = word;
      continue;
    }
    const raw = numbers[at];
    at += 1;
    if (word !== '-') out[word] = scale === 'l' ? toMeters(raw) : raw;
  }
  return out;
}

const COUNTS = {
  text: [
    'kick',
    'dash',
    'turn',
    'catch',
    'move',
    'turn_neck',
    'change_view',
    'say',
    'tackle',
    'pointto',
    'attentionto',
    'change_focus',
  ],
  v3: ['kick', 'dash', 'turn', 'say', 'turn_neck', 'catch', 'move', 'change_view'],
};
const ids = Array.from({ length: 22 }, (_, i) => (i < 11 ? `l${i + 1}` : `r${i - 10}`));

/** All records of a log: {version, packed, complete, records}. */
export function readLog(file) {
  const packed = file[0] === 0x1f && file[1] === 0x8b;
  let complete = true;
  let bytes = file;
  if (packed) {
    try {
      bytes = zlib.gunzipSync(file);
    } catch {
      complete = false;
      bytes = zlib.gunzipSync(file, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    }
  }
  const head = bytes.subarray(0, 4).toString('latin1');
  if (head[0] === '[') return { version: -1, packed, complete, ...readJson(bytes.toString('latin1')) };
  if (/^ULG[456]/.test(head))
    return { version: Number(head[3]), packed, complete, ...readText(bytes.toString('latin1')) };
  if (head.startsWith('ULG'))
    return { version: bytes[3], packed, complete, ...readBinary(decodeGameLog(bytes), bytes[3]) };
  return {
    version: 1,
    packed,
    complete,
    ...readBinary(decodeGameLog(bytes.subarray(0, bytes.length - (bytes.length % 2052))), 1),
    cut: bytes.length % 2052 !== 0,
  };
}

// ---------------------------------------------------------------- binary

function readBinary(lines, version) {
  const records = [];
  let cut = false;
  for (const line of lines) {
    const numbers = (text) => text.trim().split(/\s+/).map(Number);
    let m;
    if (line.startsWith('ULG')) continue;
    if (line.startsWith('cut off') || line.startsWith('unknown')) {
      cut = true;
      break;
    }
    if ((m = /^server_param (.*)/.exec(line)))
      records.push({ kind: 'server_param', values: nameNumbers(SERVER_NAMES, numbers(m[1])) });
    else if ((m = /^player_param (.*)/.exec(line)))
      records.push({ kind: 'player_param', values: nameNumbers(PLAYER_NAMES, numbers(m[1])) });
    else if ((m = /^player_type (.*)/.exec(line)))
      records.push({ kind: 'player_type', values: nameNumbers(TYPE_NAMES, numbers(m[1])) });
    else if ((m = /^playmode (\d+)/.exec(line)))
      records.push({ kind: 'playmode', time: null, mode: MODES[Number(m[1])] });
    else if ((m = /^team "(.*)" (-?\d+) "(.*)" (-?\d+)$/.exec(line)))
      records.push({
        kind: 'team',
        time: null,
        names: [m[1] || null, m[3] || null],
        scores: [Number(m[2]), Number(m[4])],
      });
    else if ((m = /^msg board=(\d+) (?:length=\d+ )?(.*)$/s.exec(line))) {
      const text = version === 1 ? endOfText(m[2]) : JSON.parse(m[2]);
      records.push({ kind: 'msg', time: null, board: Number(m[1]), text });
    } else if (line.startsWith('show ')) records.push(binaryShow(line, version));
    else throw new Error(`cannot read this line of the game log: ${line.slice(0, 80)}`);
  }
  return { records, cut };
}

/** Version 1 has no length of a text; the bytes after its end are arbitrary. */
function endOfText(text) {
  if (text.startsWith('(team_graphic')) return text.slice(0, text.lastIndexOf('")') + 2);
  return cutTail(text);
}

function binaryShow(line, version) {
  const show = { kind: 'show', time: Number(/time=(-?\d+)/.exec(line)[1]) };
  const teams = /pm=(\d+) teams=\("(.*?)" (-?\d+) "(.*?)" (-?\d+)\)/.exec(line);
  if (teams) {
    show.mode = MODES[Number(teams[1])];
    show.teams = {
      names: [teams[2] || null, teams[4] || null],
      scores: [Number(teams[3]), Number(teams[5])],
    };
  }
  const ball = /ball=\(([^)]*)\)/.exec(line)[1].split(' ').map(Number);
  const scale = version < 3 ? 16 : 65536;
  show.ball = ball.map((v) => roundSix(v / scale));
  show.players = {};
  for (const m of line.matchAll(/ p(\d+)=\(([^)]*)\)/g)) {
    const f = m[2].split(' ').map(Number);
    if (version < 3) {
      show.players[ids[m[1] - 1]] = {
        state: f[0] & 0xffff,
        side: f[1],
        unum: f[2],
        body: f[3],
        x: f[4] / 16,
        y: f[5] / 16,
      };
    } else {
      const [state, type, x, y, vx, vy, body, neck, width, high, stamina, effort, recovery, ...counts] = f;
      show.players[ids[m[1] - 1]] = {
        type,
        state: state & 0xffff,
        x: toMeters(x),
        y: toMeters(y),
        vx: toMeters(vx),
        vy: toMeters(vy),
        body: toDegrees(body),
        neck: toDegrees(neck),
        quality: high ? 'h' : 'l',
        width: toDegrees(width),
        stamina: toMeters(stamina),
        effort: toMeters(effort),
        recovery: toMeters(recovery),
        counts: Object.fromEntries(COUNTS.v3.map((name, i) => [name, counts[i]])),
      };
    }
  }
  return show;
}

// ---------------------------------------------------------------- text

function readText(text) {
  const records = [];
  const cut = !text.endsWith('\n');
  const lines = text.split('\n');
  lines.pop(); // nothing, or a line that was cut
  for (const line of lines.slice(1)) {
    if (line.startsWith('(msg ')) {
      const m = /^\(msg (\d+) (\d+) "(.*)"\)$/s.exec(line);
      if (m) records.push({ kind: 'msg', time: Number(m[1]), board: Number(m[2]), text: m[3] });
      continue;
    }
    const [word, ...rest] = sexp(line);
    if (word === 'show') records.push(textShow(rest));
    else if (word === 'playmode') records.push({ kind: word, time: Number(rest[0]), mode: rest[1] });
    else if (word === 'team') {
      const [time, left, right, ...numbers] = rest;
      const record = {
        kind: word,
        time: Number(time),
        names: [left, right].map((n) => (n === 'null' ? null : n)),
        scores: numbers.slice(0, 2).map(Number),
      };
      if (numbers.length === 6) record.penalties = numbers.slice(2).map(Number);
      records.push(record);
    } else if (/^(server_param|player_param|player_type)$/.test(word)) {
      records.push({
        kind: word,
        values: Object.fromEntries(
          rest.map(([name, value]) => [
            name,
            value === undefined ? '' : Number.isNaN(Number(value)) || value === '' ? value : Number(value),
          ]),
        ),
      });
    } else throw new Error(`cannot read this line of the game log: ${line.slice(0, 80)}`);
  }
  return { records, cut };
}

function textShow([time, ...groups]) {
  const show = { kind: 'show', time: Number(time), players: {} };
  for (const [head, ...rest] of groups) {
    if (head[0] === 'b') {
      show.ball = rest.map(Number);
      continue;
    }
    const plain = rest.filter((f) => !Array.isArray(f));
    const group = (letter) => rest.find((f) => Array.isArray(f) && f[0] === letter)?.slice(1);
    const [type, state, x, y, vx, vy, body, neck, px, py] = plain.map(Number);
    const v = group('v');
    const [stamina, effort, recovery, capacity] = group('s').map(Number);
    const player = {
      type,
      state,
      x,
      y,
      vx,
      vy,
      body,
      neck,
      quality: v[0],
      width: Number(v[1]),
      stamina,
      effort,
      recovery,
    };
    if (px !== undefined) player.arm = [px, py];
    if (capacity !== undefined) player.capacity = capacity;
    if (group('fp')) player.focus = group('fp').map(Number);
    if (group('f')) player.attention = `${group('f')[0]} ${group('f')[1]}`;
    player.counts = Object.fromEntries(group('c').map((n, i) => [COUNTS.text[i], Number(n)]));
    show.players[`${head[0]}${head[1]}`] = player;
  }
  return show;
}

// ---------------------------------------------------------------- JSON

function readJson(text) {
  const records = [];
  const lines = text.split('\n').map((l) => l.replace(/,$/, ''));
  const cut = lines.filter((l) => l).at(-1) !== ']';
  for (const line of lines) {
    if (line === '[' || line === ']' || line === '') continue;
    let element;
    try {
      element = JSON.parse(line);
    } catch {
      break; // cut in the middle
    }
    const [kind] = Object.keys(element);
    const e = element[kind];
    if (kind === 'version' || kind === 'timestamp') records.push({ kind, text: e });
    else if (/_param$|_type$/.test(kind)) records.push({ kind, values: e });
    else if (kind === 'playmode')
      records.push({ kind, time: e.time, mode: e.mode, ...(e.stime ? { stime: e.stime } : {}) });
    else if (kind === 'team') {
      const record = { kind, time: e.time, names: [e.l.name, e.r.name], scores: [e.l.score, e.r.score] };
      if (e.l.pen_score !== undefined || e.r.pen_score !== undefined)
        record.penalties = [e.l.pen_score ?? 0, e.l.pen_miss ?? 0, e.r.pen_score ?? 0, e.r.pen_miss ?? 0];
      records.push(record);
    } else if (kind === 'msg') records.push({ kind, time: e.time, board: e.board, text: e.message });
    else if (kind === 'team_graphic')
      records.push({ kind, side: e.side, x: e.x, y: e.y, rows: e.xpm.length });
    else if (kind === 'show') {
      const show = {
        kind,
        time: e.time,
        ...(e.stime ? { stime: e.stime } : {}),
        ball: [e.ball.x, e.ball.y, e.ball.vx, e.ball.vy],
        players: {},
      };
      for (const p of e.players) {
        const player = {
          type: p.type,
          state: p.state,
          x: p.x,
          y: p.y,
          vx: p.vx,
          vy: p.vy,
          body: p.body,
          neck: p.neck,
          quality: p.vq,
          width: p.vw,
          stamina: p.stamina,
          effort: p.effort,
          recovery: p.recovery,
          capacity: p.capacity,
        };
        if (p.px !== undefined) player.arm = [p.px, p.py];
        if (p.fside !== undefined) player.attention = `${p.fside} ${p.fnum}`;
        player.counts = Object.fromEntries(
          COUNTS.text.filter((c) => p[c] !== undefined).map((c) => [c, p[c]]),
        );
        show.players[`${p.side}${p.unum}`] = player;
      }
      records.push(show);
    } else throw new Error(`cannot read this line of the game log: ${line.slice(0, 80)}`);
  }
  return { records, cut };
}

// ---------------------------------------------------------------- digest

/** Minus zero is zero in JSON. */
const dropUndefined = (value) => JSON.parse(JSON.stringify(value));

export function digest(file, bytes, { frames = 7 } = {}) {
  const log = readLog(bytes);
  const of = (kind) => log.records.filter((r) => r.kind === kind);
  const shows = of('show');
  const counts = {};
  for (const r of log.records) counts[r.kind] = (counts[r.kind] ?? 0) + 1;
  const out = {
    file,
    version: log.version,
    packed: log.packed,
    complete: log.complete && !log.cut,
    bytes: bytes.length,
    records: counts,
  };
  const header = (kind) => of(kind)[0]?.values ?? null;
  out.server_param = header('server_param');
  out.player_param = header('player_param');
  out.player_types = of('player_type').map((r) => r.values);
  const inShows = log.version === 1 || log.version === 2; // modes and teams are in the shows, not in records of their own
  const timeOf = (r) =>
    r.time ?? log.records.slice(log.records.indexOf(r)).find((n) => n.kind === 'show')?.time ?? null;
  out.playmodes = inShows
    ? shows.filter((s, i) => i === 0 || s.mode !== shows[i - 1].mode).map((s) => [s.time, s.mode])
    : of('playmode').map((r) => [timeOf(r), r.mode]);
  out.teams = inShows
    ? shows
        .filter((s, i) => i === 0 || JSON.stringify(s.teams) !== JSON.stringify(shows[i - 1].teams))
        .map((s) => ({ time: s.time, ...s.teams }))
    : of('team').map((r) => {
        const { kind, ...rest } = r;
        return { ...rest, time: timeOf(r) };
      });
  // Messages of board 2 may contain bytes that do not belong to them; only their number is reported.
  out.messages = of('msg')
    .filter((r) => r.board === 1)
    .map((r) => [r.time, r.text]);
  out.messages_on_board_2 = of('msg').filter((r) => r.board === 2).length;
  if (log.version < 0) out.team_graphics = of('team_graphic').map(({ kind, ...r }) => r);
  out.result =
    of('msg')
      .map((r) => r.text)
      .find((t) => /^\(result /.test(t)) ?? null;
  if (shows.length) {
    out.cycles = {
      first: shows[0].time,
      last: shows.at(-1).time,
      different: new Set(shows.map((s) => s.time)).size,
    };
    out.frames = pickFrames(shows, frames).map((index) => {
      const { kind, players, ...show } = shows[index];
      // All players at both ends, every fourth in between.
      const some = Object.entries(players).filter(
        (e, i) => index === 0 || index === shows.length - 1 || (i + index) % 4 === 0,
      );
      return { index, ...show, players: Object.fromEntries(some) };
    });
    out.checksum = checksum(shows);
  }
  return dropUndefined(out);
}

/** One line per member, one line per element of the long lists. */
export function print(value) {
  const lines = Object.entries(value).map(([key, v]) => {
    const long = Array.isArray(v) && v.length > 0 && /^(player_types|frames|messages|teams)$/.test(key);
    return `${JSON.stringify(key)}:${long ? `[\n  ${v.map((e) => JSON.stringify(e)).join(',\n  ')}\n ]` : JSON.stringify(v)}`;
  });
  return `{\n ${lines.join(',\n ')}\n}`;
}

/** Indices of shows: first, second, last, and others spread over the log. */
function pickFrames(shows, count) {
  const last = shows.length - 1;
  const wanted = new Set([0, 1, last]);
  for (let i = 1; wanted.size < Math.min(count, shows.length); i += 1)
    wanted.add(Math.round((last * i) / (count - 1)) % shows.length);
  return [...wanted].filter((i) => i >= 0 && i <= last).sort((a, b) => a - b);
}

/** Sums over all shows: a reader that skips or repeats one, or mixes up columns, does not get them. */
function checksum(shows) {
  const sum = { time: 0, ball_x: 0, ball_y: 0, x: 0, y: 0, body: 0, state: 0, kicks: 0, dashes: 0 };
  for (const s of shows) {
    sum.time += s.time;
    sum.ball_x += s.ball[0];
    sum.ball_y += s.ball[1];
    for (const p of Object.values(s.players)) {
      sum.x += p.x;
      sum.y += p.y;
      sum.body += p.body;
      sum.state += p.state;
      sum.kicks += p.counts?.kick ?? 0;
      sum.dashes += p.counts?.dash ?? 0;
    }
  }
  return Object.fromEntries(Object.entries(sum).map(([k, v]) => [k, Number(v.toFixed(3))]));
}

/**
 * Contents of a text log that a reader must find: entries, referee calls with time and stoppage, messages per
 * sender.
 */
export function textDigest(file, bytes) {
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? zlib.gunzipSync(bytes) : bytes).toString('latin1');
  const out = { file, entries: 0, calls: [], received: {} };
  // An entry begins with time and stoppage; other lines belong to the entry before them.
  for (const line of text.split('\n')) {
    const m = /^(\d+),(\d+)\t(.*)$/.exec(line);
    if (!m) continue;
    out.entries += 1;
    const call = /^\(referee (.*)\)$/.exec(m[3]);
    const from = /^Recv ([^:]+): /.exec(m[3]);
    if (call) out.calls.push([Number(m[1]), Number(m[2]), call[1]]);
    else if (from) out.received[from[1]] = (out.received[from[1]] ?? 0) + 1;
  }
  return out;
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  const [file, flag, count] = process.argv.slice(2);
  if (!file) {
    console.error('usage: node tools/digest.mjs FILE [--frames N]');
    process.exit(2);
  }
  const make = /\.rcl(\.gz)?$/.test(file) ? textDigest : digest;
  console.log(
    print(
      make(path.basename(file), fs.readFileSync(file), { frames: flag === '--frames' ? Number(count) : 7 }),
    ),
  );
}

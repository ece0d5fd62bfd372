// Helpers of the referee, log and monitor scenarios: a pitch with a few players, a trainer that places them, and
// plays written as data.
//
// A play is {note, mode, ball, players, cycles}:
//   ball     [x, y] or [x, y, vx, vy]
//   players  {L2: [x, y, angle]} or [x, y, angle, vx, vy]; all others are at their parking places
//   mode     play mode that the trainer sets when everything is in place (default: play_on)
//   cycles   a list of what happens:
//              {L2: '(kick 100 0)', R1: [...]}   one cycle with these commands
//              {ball: [...], place: {L2: [...]}, mode: 'x'}   trainer actions before that cycle
//              {T: [...]}                        other trainer commands before that cycle
//              {first: {L2: '(kick 10 0)'}, L1: '(catch 0)'}   `first` is handled by the server before the rest
//              {first: {...}, next: {L2: [...]}}   objects that the trainer moves after `first`
//              {gone: ['L2']}                    these players get no more (think) after this cycle's commands
//              7                                 seven cycles without commands
//              {quiet: 26}                       26 cycles of which only the referee's calls are recorded
//              {until: 'kick_off_l', max: 60}   quiet cycles until the trainer receives that call
//              a function (t) => ...
// The ball rests at the center spot for one cycle before each play, so that its last place in the referee's state
// is always the same, and no player has touched it since.

import { presets } from './presets.mjs';

const SEEN = /^\((see_global|hear|error|warning)/;
const HEARD = /^\((hear|error|warning)/;

/**
 * Tackles succeed wherever the ball is well inside the reach, and fouls are not called unless a scenario needs
 * them.
 */
export const CERTAIN_OUTCOMES = {
  'server::tackle_exponent': 200,
  'server::foul_exponent': 200,
  'server::foul_detect_probability': 0,
};

/** Ids like L1 and R11 to client specs; number 1 is the goalie. */
export function squad(ids, extra = {}) {
  return ids.map((id) => ({
    id,
    type: 'player',
    team: id.startsWith('L') ? 'Alpha' : 'Beta',
    version: 19,
    goalie: id.slice(1) === '1',
    record: false,
    ...extra[id],
  }));
}

export const EIGHT = ['L1', 'L2', 'L3', 'L4', 'R1', 'R2', 'R3', 'R4'];
export const SIX = ['L1', 'L2', 'L3', 'R1', 'R2', 'R3'];

/** Parking places: each team in its own half along a line, 3 m apart, far from the center and the goals. */
function parkedPose(id) {
  const n = Number(id.slice(1));
  return id.startsWith('L') ? [-5 - 3 * n, -24, 0, 0, 0] : [5 + 3 * n, 24, 180, 0, 0];
}

/** Point reflection at the center: swaps the teams and turns the pitch by 180 degrees. */
export function mirrorPlays(plays) {
  const flip = ([x, y]) => [-x, -y];
  const turn = (pose) => {
    const [x, y, angle, vx, vy] = pose;
    const half = (angle ?? 0) > 0 ? angle - 180 : (angle ?? 0) + 180;
    return pose.length <= 3 ? [-x, -y, half] : [-x, -y, half, -vx, -vy];
  };
  const swapId = (id) => (/^L\d/.test(id) ? `R${id.slice(1)}` : /^R\d/.test(id) ? `L${id.slice(1)}` : id);
  const turnAll = (map) =>
    Object.fromEntries(Object.entries(map ?? {}).map(([id, pose]) => [swapId(id), turn(pose)]));
  const turnBall = (ball) => ball && [...flip(ball.slice(0, 2)), ...ball.slice(2).map((v) => -v)];
  const swapMode = (text) => text.replace(/_([lr])\b/g, (m, s) => (s === 'l' ? '_r' : '_l'));
  return plays.map((play) => ({
    ...play,
    note: `${play.note}, mirrored`,
    mode: play.mode && swapMode(play.mode),
    ball: turnBall(play.ball),
    players: turnAll(play.players),
    cycles: (play.cycles ?? []).map((entry) => {
      if (typeof entry !== 'object') return entry;
      if (entry.until) return { ...entry, until: swapMode(entry.until) };
      const { ball, place, mode, first, next, gone, ...commands } = entry;
      const swapKeys = (map) =>
        Object.fromEntries(Object.entries(map).map(([id, value]) => [swapId(id), value]));
      const out = swapKeys(commands);
      if (first) out.first = swapKeys(first);
      if (next) out.next = turnAll(next);
      if (gone) out.gone = gone.map(swapId);
      if (ball) out.ball = turnBall(ball);
      if (place) out.place = turnAll(place);
      if (mode) out.mode = swapMode(mode);
      return out;
    }),
  }));
}

/** During `work` only the referee's calls and errors are recorded. */
async function recordCallsOnly(t, work) {
  const was = t.clients.map((c) => [c.spec, c.spec.only]);
  for (const [spec] of was) spec.only = HEARD;
  try {
    await work();
  } finally {
    for (const [spec, only] of was) spec.only = only;
  }
}

/** Parks all players without recording; `idle` cycles pass, so that bans and tackles are over. */
async function parkPlayers(t, ids, idle) {
  const was = t.recording;
  t.recording = false;
  await t.setPlayMode('before_kick_off'); // the referee's state of the last touch is reset
  await t.command('(recover)');
  for (const id of ids)
    if (!t.clientById[id].closed && t.clientById[id].awaitsThink) await t.placePlayer(id, ...parkedPose(id));
  await t.placeBall(0, 0, 0, 0);
  await t.setPlayMode('play_on');
  await t.runCycles({}, idle);
  t.recording = was;
}

/**
 * Waits until the server has handled all that was sent to players' ports. One fence is not enough: it may be answered
 * in a poll that had passed the players before their messages came.
 */
export async function waitForPlayerPorts(t) {
  await t.waitUntilHandled();
  await t.waitUntilHandled();
}

/** Runs one entry of a play's `cycles`. */
export async function runEntry(t, entry) {
  if (typeof entry === 'number') {
    await t.runCycles({}, entry);
  } else if (typeof entry === 'function') {
    await entry(t);
  } else if (entry.quiet) {
    await recordCallsOnly(t, () => t.runCycles({}, entry.quiet));
  } else if (entry.until) {
    await recordCallsOnly(t, async () => {
      const from = t.lines.length;
      const heard = () =>
        t.lines
          .slice(from)
          .some((l) => l[0] === t.trainer && l[2].startsWith('(hear ') && l[2].includes(` ${entry.until})`));
      for (let i = 0; i < (entry.max ?? 100) && !heard(); i += 1) await t.runCycles();
    });
  } else {
    const { T = [], ball, place = {}, mode, first, next, gone = [], ...commands } = entry;
    await t.command(...[].concat(T));
    await placeForPlay(t, ball, place);
    if (mode) await t.setPlayMode(mode);
    if (first) {
      for (const [id, message] of Object.entries(first)) t.send(id, message);
      await waitForPlayerPorts(t);
    }
    if (next) await placeForPlay(t, null, next);
    if (gone.length) {
      for (const [id, message] of Object.entries(commands)) t.send(id, message);
      await waitForPlayerPorts(t);
      t.excludeFromCycle(...gone);
      await t.runCycles();
    } else {
      await t.runCycles(commands);
    }
  }
}

/** The trainer places players, then the ball. Missing angles and velocities are 0. */
export async function placeForPlay(t, ball, players = {}) {
  for (const [id, pose] of Object.entries(players)) {
    const [x, y, angle = 0, vx = 0, vy = 0] = pose;
    await t.placePlayer(id, x, y, angle, vx, vy);
  }
  if (ball) {
    const [x, y, vx = 0, vy = 0] = ball;
    await t.placeBall(x, y, vx, vy);
  }
}

export async function runPlay(t, play, ids, idle = 1) {
  await parkPlayers(t, ids, idle);
  t.addHeading(play.note);
  await placeForPlay(t, play.ball, play.players);
  if (play.mode) await t.setPlayMode(play.mode);
  for (const entry of play.cycles ?? []) await runEntry(t, entry);
}

/**
 * A scenario made of plays with the referee on. `players` are ids; `idle` is the pause between plays; `watch` maps
 * an id to the messages that are recorded of that player. The trainer's global view and all messages that it
 * receives are recorded.
 */
export function refereed({
  name,
  about,
  plays,
  players = EIGHT,
  watch = {},
  options = {},
  preset = presets.refereed,
  compare = {},
  logs,
  idle = 1,
}) {
  const extra = Object.fromEntries(Object.entries(watch).map(([id, only]) => [id, { record: true, only }]));
  return {
    name,
    about,
    options: { ...preset, ...CERTAIN_OUTCOMES, ...options },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: SEEN }, ...squad(players, extra)],
    compare,
    logs,
    async script(t) {
      t.clientById.T.spec.only = SEEN;
      await t.command('(ear on)');
      await t.setPlayMode('play_on');
      await t.runCycles();
      for (const play of plays) await runPlay(t, play, players, idle);
    },
  };
}

// ---------------------------------------------------------------- whole matches in small

const CALL = /\(referee /;

/**
 * The referee's lines of the text log show stoppage time; the rest of it depends on the order of reading. The
 * number of cycles before the first client connects varies, hence the mask at time 0.
 */
export const TEXT_LOG_CALLS = {
  logs: { rcl: true },
  options: { 'server::text_logging': 1 },
  compare: {
    only: [{ client: 'file:rcl', match: CALL }],
    replace: [{ client: 'file:rcl', from: /^0,\d+/, to: '0,N' }],
    merge: [{ client: 'file:rcl' }],
  },
};

/** True if the trainer received this call since line number `from` of the record. */
export function hasHeardSince(t, from, call, id = t.trainer) {
  return t.lines.slice(from).some((l) => l[0] === id && l[2].startsWith('(hear ') && l[2].includes(call));
}

/**
 * A short match: the trainer starts every half; at the cycles named in `events` (game time to {ball, place, L2, ...})
 * the given actions are run. Ends `after` cycles after time_over, or after `max` cycles.
 */
export function halves({
  name,
  about,
  options = {},
  events = {},
  max = 400,
  after = 3,
  watch = {},
  pause = 2,
  stop,
}) {
  const players = SIX;
  const extra = Object.fromEntries(Object.entries(watch).map(([id, only]) => [id, { record: true, only }]));
  return {
    name,
    about,
    options: { ...presets.refereed, ...TEXT_LOG_CALLS.options, ...options },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: HEARD }, ...squad(players, extra)],
    logs: TEXT_LOG_CALLS.logs,
    compare: TEXT_LOG_CALLS.compare,
    async script(t) {
      await t.command('(ear on)');
      for (const id of players) await t.placePlayer(id, ...parkedPose(id));
      await t.command('(start)');
      let left = after;
      let breaks = 0;
      for (let i = 0; i < max && left > 0; i += 1) {
        const from = t.lines.length;
        const event = events[t.clientById.T.time + 1];
        if (event && t.clientById.T.time !== t.lastEvent) {
          t.lastEvent = t.clientById.T.time;
          await runEntry(t, event);
        } else {
          await t.runCycles();
        }
        if (hasHeardSince(t, from, ' before_kick_off')) {
          breaks += 1;
          if (stop && breaks >= stop) break;
          await t.runCycles({}, pause);
          await t.command('(start)');
        }
        if (hasHeardSince(t, 0, ' time_over')) left -= 1;
      }
      t.addHeading('at the end');
      t.clientById.T.spec.only = SEEN;
      await t.runCycles();
      t.clientById.T.spec.only = HEARD;
    },
  };
}

// ---------------------------------------------------------------- penalty shoot-out

const OTHER = { l: 'r', r: 'l' };

/**
 * A shoot-out after one half of 10 cycles. The server draws the goal and the first side, so the record is written
 * as if the kicks went towards x > 0, and under names that do not depend on the toss: naming 'order': A begins, B
 * follows; naming 'side': l and r (for plans in which the order does not matter). The decision is under `end`, with
 * its distance from the last result.
 *
 * plan({kick, own, side, name}) returns the actions in a kick (`kick` counts from 0 over both teams, `own` per team):
 *   stage   {taker, keeper, idle, mates, foes}: poses set by the trainer at the beginning of the set-up; null: nothing
 *   acts    list of cycles after the ready call: {taker: '(kick 100 0)', keeper: ..., ball: [x, y, vx, vy], mate: ...}
 *   setup   the same before the ready call
 */
export function shootout({
  name,
  about,
  options = {},
  plan,
  kicks = 20,
  naming = 'order',
  size = 4,
  goalies = true,
}) {
  const numbers = Array.from({ length: size }, (_, i) => i + 1);
  const ids = ['L', 'R'].flatMap((s) => numbers.map((n) => `${s}${n}`));
  return {
    name,
    about,
    options: {
      ...presets.refereed,
      ...CERTAIN_OUTCOMES,
      'server::half_time': 1,
      'server::nr_normal_halfs': 1,
      'server::nr_extra_halfs': 0,
      'server::pen_setup_wait': 5,
      'server::pen_ready_wait': 4,
      'server::pen_taken_wait': 6,
      'server::pen_before_setup_wait': 3,
      ...options,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...squad(ids).map((s) => ({ ...s, goalie: goalies && s.goalie })),
    ],
    finish: false,
    async script(t) {
      const game = new Shootout(t, { ids, naming, kicks });
      await game.begin();
      await game.play(plan);
    },
  };
}

class Shootout {
  constructor(t, { ids, naming, kicks }) {
    Object.assign(this, { t, ids, naming, kicks });
    this.heard = [];
    this.client = 'before';
    this.zero = null;
  }

  async begin() {
    const { t } = this;
    await t.command('(ear on)');
    for (const id of this.ids) {
      const n = Number(id.slice(1));
      await t.placePlayer(id, id.startsWith('L') ? -20 : 20, -10 + 4 * n, 0, 0, 0);
    }
    t.clientById.T.onCall = null;
    const text = (line) => /^\(hear referee \d+ (.*)\)$/.exec(line)?.[1];
    t.clientById.T.waiters.push((line) => {
      const call = text(line);
      if (call) this.heard.push(call);
    });
    await t.command('(start)');
    this.heard.length = 0;
    while (!this.heard.some((c) => c.startsWith('penalty_setup'))) await t.runCycles();
    const field = this.heard.find((c) => c.startsWith('penalty_onfield'));
    this.sign = field.endsWith('r') ? 1 : -1;
    this.first = this.heard.find((c) => c.startsWith('penalty_setup')).at(-1);
    this.line(this.heard.map((c) => c.replace(/_[lr]$/, '_?')).join(' '));
  }

  nameOf(side) {
    if (this.naming === 'side') return side;
    return side === this.first ? 'A' : 'B';
  }

  rename(call) {
    return call.replace(/_([lr])$/, (m, side) => `_${this.nameOf(side)}`);
  }

  line(text) {
    this.t.lines.push([this.client, 0, text]);
  }

  /** The trainer's last global view, seen as if the kicks went to the right. */
  frame(side) {
    const see = this.t.lastMessage('T', 'see_global');
    const flip = (x) =>
      Number(x) === 0 ? '0' : this.sign > 0 ? x : x.startsWith('-') ? x.slice(1) : `-${x}`;
    const zero = (y) => (Number(y) === 0 ? '0' : y);
    const ball = /\(\(b\) (\S+) (\S+)/.exec(see);
    const out = [`ball ${flip(ball[1])} ${zero(ball[2])}`];
    for (const m of see.matchAll(/\(\(p "(\w+)" (\d+)[^)]*\) (\S+) (\S+)/g)) {
      const own = (m[1] === 'Alpha' ? 'l' : 'r') === side;
      out.push({
        key: `${own ? 0 : 1}${m[2].padStart(2)}`,
        text: `${own ? 'taker' : 'other'} ${m[2]}: ${flip(m[3])} ${zero(m[4])}`,
      });
    }
    return [
      out[0],
      ...out
        .slice(1)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map((o) => o.text),
    ].join(', ');
  }

  pose([x, y, angle = 0]) {
    return this.sign > 0
      ? [x, y, angle, 0, 0]
      : [-x, y, 180 - angle > 180 ? -180 - angle : 180 - angle, 0, 0];
  }

  /** One cycle; calls are noted with their distance from the ready call. */
  async step(commands = {}) {
    this.heard.length = 0;
    await this.t.runCycles(commands);
    this.clock += 1;
    // The very first set-up is one cycle shorter, and under `side` its side is random.
    const clock = (call) => (this.naming === 'side' && call.startsWith('penalty_ready') ? '?' : this.clock);
    for (const call of this.heard) {
      if (/^penalty_(miss|score)/.test(call)) this.resultAt = this.clock;
      if (/^penalty_(winner|draw)|^time_over/.test(call))
        this.t.lines.push(['end', 0, `+${this.clock - this.resultAt} ${this.rename(call)}`]);
      else if (this.naming === 'order' || !call.startsWith('penalty_setup'))
        this.line(`+${clock(call)} ${this.rename(call)}`);
    }
    return [...this.heard];
  }

  async act({ taker, keeper, mate, foe, idle, ball, place }, roles) {
    if (place) await this.stage(place, roles);
    if (ball) {
      const [x, y, vx = 0, vy = 0] = ball;
      await this.t.placeBall(this.sign * x, y, this.sign * vx, vy);
    }
    const commands = {};
    if (taker) commands[roles.taker] = taker;
    if (keeper) commands[roles.keeper] = keeper;
    if (idle) commands[roles.idle] = idle;
    if (mate) commands[roles.mates[0]] = mate;
    if (foe) commands[roles.foes[0]] = foe;
    return this.step(commands);
  }

  /** Moves every player to a place of its own, so that no player blocks the next stage. */
  async scatter(ids) {
    for (const [i, id] of ids.entries()) await this.t.placePlayer(id, ...this.pose([-45 + 3 * i, -30, 0]));
  }

  async stage(stage, roles) {
    const put = async (id, pose) => {
      if (id && pose) await this.t.placePlayer(id, ...this.pose(pose));
    };
    await put(roles.taker, stage.taker);
    await put(roles.keeper, stage.keeper);
    await put(roles.idle, stage.idle);
    for (const [i, id] of roles.mates.entries()) await put(id, stage.mates?.[i]);
    for (const [i, id] of roles.foes.entries()) await put(id, stage.foes?.[i]);
  }

  async play(plan) {
    const own = { l: 0, r: 0 };
    let side = this.first;
    for (let kick = 0; kick < this.kicks; kick += 1) {
      const letter = side === 'l' ? 'L' : 'R';
      const foeLetter = side === 'l' ? 'R' : 'L';
      const mine = this.ids.filter((id) => id.startsWith(letter));
      const theirs = this.ids.filter((id) => id.startsWith(foeLetter));
      const takerNumber = 2 + own[side];
      const what = plan({ kick, own: own[side], side, name: this.nameOf(side) }) ?? {};
      const taker = mine[(what.takerNumber ?? takerNumber) - 1] ?? mine[1];
      const roles = {
        taker,
        keeper: theirs[0],
        idle: mine[0],
        mates: mine.slice(1).filter((id) => id !== taker),
        foes: theirs.slice(1),
      };
      this.client = `kick ${this.nameOf(side)}${own[side] + 1}`;
      own[side] += 1;
      if (what.stage !== null) {
        await this.scatter([...mine, ...theirs]);
        await this.stage({ ...defaultPlaces(this.ids.length / 2), ...what.stage }, roles);
      }
      this.clock = 0;
      let calls = [];
      const setup = [...(what.setup ?? [])];
      while (!calls.some((c) => /penalty_(ready|miss|score)|time_over/.test(c)))
        calls = await this.act(setup.shift() ?? {}, roles);
      if (calls.some((c) => /penalty_ready/.test(c))) {
        this.line(`ready: ${this.frame(side)}`);
        this.clock = 0;
        calls = [];
        const acts = [...(what.acts ?? [])];
        while (!calls.some((c) => /penalty_(miss|score)|time_over/.test(c)))
          calls = await this.act(acts.shift() ?? {}, roles);
      }
      this.line(`result: ${this.frame(side)}`);
      let next = calls;
      while (!next.some((c) => /penalty_setup|time_over/.test(c))) next = await this.step();
      if (next.some((c) => c === 'time_over')) break;
      side = OTHER[side];
    }
  }
}

/** All players at the places that the rules require; the kick is from (10, 0) to the goal at x = 52.5. */
function defaultPlaces(size) {
  const spots = (y) => Array.from({ length: size }, (_, i) => [-1.5 - 1.2 * i, y, 0]);
  return { taker: [9.3, 0, 0], keeper: [51, 0, 180], idle: [54, 25, 180], mates: spots(3), foes: spots(-3) };
}

const OTHER_KICKS = {
  score: { acts: [{ taker: '(kick 30 0)' }, { ball: [51, 2] }, { ball: [51, 2, 2.5, 0] }] },
  wide: { acts: [{ taker: '(kick 30 0)' }, { ball: [51, 12] }, { ball: [51, 12, 2.5, 0] }] },
  late: { acts: [{ taker: '(kick 10 0)' }] },
  none: {},
};

/** Kicks with a known result. */
export const kicks = OTHER_KICKS;

// ---------------------------------------------------------------- automatic mode, keepaway

/**
 * Automatic mode until the process ends by itself. `late`: the number of players that connect while the match waits
 * for them; the cycles from then to the kick-off are counted.
 */
export function automatic({ name, about, options = {}, players = ['L2', 'R2'], late = 0, max = 400 }) {
  const specs = squad(players);
  return {
    name,
    about,
    options: {
      ...presets.refereed,
      ...TEXT_LOG_CALLS.options,
      'server::auto_mode': 1,
      'server::penalty_shoot_outs': 0,
      'server::half_time': 1,
      'server::nr_extra_halfs': 0,
      ...options,
    },
    clients: [{ id: 'T', type: 'trainer', version: 19, record: false }],
    logs: { rcl: true, stdout: /^(Waiting|Kick_off|Game Over|Server Killed|Quit)/ },
    // Where the kick-off comes from connect_wait alone, its stoppage time does not depend on when clients connected.
    compare: late ? TEXT_LOG_CALLS.compare : { only: TEXT_LOG_CALLS.compare.only },
    finish: false,
    async script(t) {
      await t.command('(ear on)');
      for (const spec of specs.slice(0, specs.length - late)) await t.connect(spec);
      for (const spec of specs)
        if (t.clientById[spec.id]) await t.placePlayer(spec.id, ...parkedPose(spec.id));
      if (late) {
        await t.runCycles({}, 3);
        for (const spec of specs.slice(specs.length - late)) await t.connect(spec);
      }
      const calls = [];
      t.clientById.T.waiters.push((line) => {
        const call = /^\(hear referee (\d+) (.*)\)$/.exec(line);
        if (call) calls.push([t.cycles, call[2]]);
      });
      const from = t.cycles;
      try {
        for (let i = 0; i < max; i += 1) await t.runCycles();
      } catch (error) {
        if (!t.server.exited) throw error;
      }
      if (late) t.recordValue('cycles from the last player to the kick-off', calls[0][0] - from);
      for (let i = 1; i < calls.length; i += 1)
        t.recordValue(`cycles before ${i}: ${calls[i][1]}`, calls[i][0] - calls[i - 1][0]);
      t.recordValue('cycles from the last call to the end', t.cycles - calls.at(-1)[0]);
      t.recordValue('exit status', await t.server.exit);
    },
  };
}

/**
 * Keepaway. The start positions are random within 3 m of corners of the region: only the corners are recorded. `acts`
 * are entries of a play; before each, the trainer moves all players to the places of `spots`.
 */
export function keepaway({
  name,
  about,
  options = {},
  keepers = ['L1', 'L2', 'L3'],
  takers = ['R1', 'R2'],
  length = 20,
  width = 20,
  spots,
  acts,
}) {
  const ids = [...keepers, ...takers];
  return {
    name,
    about,
    options: {
      ...presets.refereed,
      'server::keepaway': 1,
      'server::keepaway_length': length,
      'server::keepaway_width': width,
      'server::keepaway_logging': 1,
      ...options,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: HEARD },
      ...squad(ids).map((s) => ({
        ...s,
        goalie: false,
        ...(s.id === ids[0] ? { record: true, only: HEARD } : {}),
      })),
    ],
    logs: { kwy: true },
    compare: { merge: [{ client: 'file:kwy' }] },
    async script(t) {
      await t.command('(ear on)');
      for (const id of ids) await t.placePlayer(id, ...parkedPose(id));
      const corners = async (when) => {
        const see = t.lastMessage('T', 'see_global');
        // Two in the same corner may push each other a little out of it.
        const near = (v, half) =>
          v >= -half - 1 && v <= -half + 4
            ? 'min'
            : v <= half + 1 && v >= half - 4
              ? 'max'
              : Math.abs(v) <= 1.5
                ? 'middle'
                : `? ${v}`;
        const where = [...see.matchAll(/\(\(p "(\w+)" \d+[^)]*\) (\S+) (\S+)/g)]
          .map(
            (m) =>
              `${m[1] === 'Alpha' ? 'keeper' : 'taker'}: ${near(Number(m[2]), length / 2)} x, ${near(Number(m[3]), width / 2)} y`,
          )
          .sort();
        const ball = /\(\(b\) (\S+) (\S+) (\S+) (\S+)/.exec(see).slice(1).map(Number);
        t.recordValue(`places ${when}`, { where, ball });
      };
      await t.command('(start)');
      await t.runCycles();
      await corners('at the start');
      for (const [i, act] of acts.entries()) {
        t.addHeading(`episode ${i + 1}`);
        for (const [k, id] of ids.entries()) await t.placePlayer(id, -40 + 3 * k, -30, 0, 0, 0);
        await placeForPlay(t, [0, 0], spots);
        const from = t.lines.length;
        const had = t.cycles;
        for (const entry of act) await runEntry(t, entry);
        while (!hasHeardSince(t, from, ' training') && t.cycles < had + 40) await t.runCycles();
        t.recordValue(`cycles of episode ${i + 1}`, t.cycles - had);
        await corners(`after episode ${i + 1}`);
      }
    },
  };
}

// ---------------------------------------------------------------- replayed vectors

/**
 * A vector of the referee chapter of the specification: actions at steps from before_kick_off on. Team L and R, players
 * l1, l2, r1, ...; an action is [step, actor, command]: T trainer, M monitor, or a player; within a step the trainer's
 * come first, then the monitor's, then the players'. Recorded: all messages that the trainer receives in every step.
 */
export function vector({ id, title, options = {}, left = 2, right = 2, goalie = null, run, actions }) {
  const team = (letter, name, count) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${letter}${i + 1}`,
      type: 'player',
      team: name,
      version: 19,
      goalie: goalie === i + 1 && letter === 'l',
      record: false,
    }));
  const monitor = actions.some((a) => a[1] === 'M');
  return {
    name: `vector-${id}`,
    about: title,
    options: { ...presets.refereed, ...CERTAIN_OUTCOMES, 'player::allow_mult_default_type': 1, ...options },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: SEEN },
      ...team('l', 'L', left),
      ...team('r', 'R', right),
      ...(monitor ? [{ id: 'M', type: 'monitor', version: 4, record: false }] : []),
    ],
    async script(t) {
      await t.command('(ear on)');
      for (let k = 0; k < run; k += 1) {
        const now = actions.filter((a) => a[0] === k);
        for (const [, , command] of now.filter((a) => a[1] === 'T')) await t.command(command);
        for (const [, , command] of now.filter((a) => a[1] === 'M')) {
          t.send('M', command);
          await waitForPlayerPorts(t);
        }
        for (const [, who, command] of now.filter((a) => a[1] !== 'T' && a[1] !== 'M')) {
          t.send(who, command);
          await waitForPlayerPorts(t);
        }
        await t.runCycles();
      }
    },
  };
}

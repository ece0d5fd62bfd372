// Coach language scenarios: dialogs of an online coach, and a generator of messages (spec 08).

import { randomSource } from './models.mjs';
import { presets } from './presets.mjs';
import { toArray } from './util.mjs';

/** Sends a coach or trainer command and waits a short time for its answer: some commands have no answer. */
export async function sendAndWaitForReply(t, id, message, { silent = false, raw } = {}) {
  const client = t.clientById[id];
  let answered = false;
  const waiter = (text) => {
    if (/^\((ok|error|warning)\b/.test(text)) answered = true;
  };
  client.waiters.push(waiter);
  client.send(message, raw ? { raw: true } : undefined);
  try {
    await t.waitFor(() => answered, silent ? 15 : 400);
  } catch {
    /* no answer: the record shows it */
  }
  client.waiters.splice(client.waiters.indexOf(waiter), 1);
  await t.readAll();
}

/** Declared language ranges of the listeners in a dialog. */
const RANGES = { 2: '7 8', 3: '7 7', 4: '8 8', 5: null };

/**
 * A coach says one message after the other outside play_on, one per cycle; four players with different language
 * ranges receive the result. `says` is a list of messages or of [heading, [messages]].
 */
export function clangDialog({ name, about, says, side = 'l', version = 19, options = {} }) {
  const team = side === 'l' ? 'Alpha' : 'Beta';
  const own = side === 'l' ? 'L' : 'R';
  const other = side === 'l' ? 'R' : 'L';
  const listener = /^\((hear \d+ online_coach|ok clang|error)/;
  const clients = [
    { id: 'T', type: 'trainer', version: 19, record: false },
    { id: `${own}1`, type: 'player', team, version: 19, record: false },
    ...Object.keys(RANGES).map((n) => ({
      id: `${own}${n}`,
      type: 'player',
      team,
      version: 19,
      only: listener,
    })),
    { id: `${other}1`, type: 'player', team: side === 'l' ? 'Beta' : 'Alpha', version: 19, only: listener },
  ];
  if (side === 'r') clients.splice(1, 0, clients.pop()); // the left team comes first
  return {
    name,
    about,
    options: { ...presets.lab, 'player::player_types': 1, 'server::say_coach_cnt_max': -1, ...options },
    clients: [...clients, { id: 'C', type: 'coach', team, version, only: /^\((ok|error|warning|clang)/ }],
    async script(t) {
      await t.setPlayMode('play_on');
      for (const [n, range] of Object.entries(RANGES))
        if (range) await t.runCycles({ [`${own}${n}`]: `(clang (ver ${range}))` });
      await t.setPlayMode('kick_in_l');
      await t.runCycles();
      for (const entry of says) {
        const [heading, messages] = Array.isArray(entry) ? entry : [null, [entry]];
        for (const message of toArray(messages)) {
          t.addHeading(
            `${heading ? `${heading}: ` : ''}${message.length > 300 ? `${message.slice(0, 300)}... (${message.length} characters)` : message}`,
          );
          await sendAndWaitForReply(t, 'C', message, { silent: /\(unsupported_clang\)/.test(message) });
          await t.runCycles();
        }
      }
      await t.runCycles();
    },
  };
}

// ---------------------------------------------------------------- generator

/** Generates coach-language messages; the same seed gives the same messages. */
export class MessageMaker {
  constructor(seed) {
    this.random = randomSource(seed);
  }

  int(low, high) {
    return low + Math.floor(this.random() * (high - low + 1));
  }
  isDrawn(p) {
    return this.random() < p;
  }
  pick(list) {
    return list[this.int(0, list.length - 1)];
  }
  repeat(low, high, make) {
    return Array.from({ length: this.int(low, high) }, make);
  }

  integer() {
    return this.pick([
      () => String(this.int(0, 11)),
      () => String(this.int(0, 11)),
      () => String(this.int(-99, 9999)),
      () => `+${this.int(0, 50)}`,
      () => `0${this.int(0, 9)}`,
      () => String(this.int(0, 4294967295) - 2147483648),
      () => '-0',
    ])();
  }

  number() {
    return this.pick([
      () => String(this.int(-52, 52)),
      () => (this.random() * 105 - 52.5).toFixed(this.int(1, 8)),
      () => `.${this.int(0, 999)}`,
      () => `-.${this.int(1, 99)}`,
      () => `${this.int(-9, 9)}.0`,
      () => `${this.int(1, 9)}e${this.int(-7, 7)}`,
      () => `${this.int(1, 9)}.${this.int(0, 99)}E${this.pick(['', '+', '-'])}${this.int(0, 9)}`,
      () => this.integer(),
    ])();
  }

  variable() {
    const first = 'abefghijklmnoqrtuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';
    const rest = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
    return this.pick([
      () =>
        this.pick([
          'r1',
          'X',
          'Y',
          'rule_2',
          '_a',
          'online',
          'markx',
          'ballA',
          'outt',
          'goal',
          'our_',
          'Pass1',
        ]),
      () => this.pick([...first]) + this.repeat(0, 6, () => this.pick([...rest])).join(''),
    ])();
  }

  name(most = 8) {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_. ()+-*/?<>';
    return `"${this.repeat(1, most, () => this.pick([...letters])).join('')}"`;
  }

  unit() {
    return this.pick([
      () => this.integer(),
      () => String(this.int(1, 11)),
      () => this.variable(),
      () => `"${this.variable()}"`,
    ])();
  }
  units() {
    return `{${this.repeat(1, 5, () => this.unit()).join(this.pick([' ', '  ']))}}`;
  }
  team() {
    return this.pick(['our', 'opp']);
  }

  point(depth) {
    const flat = [
      () => `(pt ${this.number()} ${this.number()})`,
      () => '(pt ball)',
      () => `(pt ${this.team()} ${this.pick([this.integer(), this.variable(), this.name(6)])})`,
    ];
    if (depth <= 0) return this.pick(flat)();
    return this.pick([
      ...flat,
      () => `(pt ${this.number()} ${this.number()} ${this.point(depth - 1)})`,
      () =>
        `(${this.repeat(1, 4, () => this.point(depth - 1)).join(` ${this.pick(['+', '-', '*', '/'])} `)})`,
      () =>
        `(${this.point(depth - 1)}${this.pick(['+', '-'])}${this.point(depth - 1)} ${this.pick(['*', '/'])}${this.point(depth - 1)})`,
    ])();
  }

  region(depth) {
    const flat = [() => '(null)', () => this.name(), () => this.point(0)];
    if (depth <= 0) return this.pick(flat)();
    const p = () => this.point(depth - 1);
    return this.pick([
      ...flat,
      () => p(),
      () => `(quad ${p()} ${p()} ${p()} ${p()})`,
      () => `(tri ${p()} ${p()} ${p()})`,
      () => `(rec ${p()} ${p()})`,
      () => `(arc ${p()} ${this.number()} ${this.number()} ${this.number()} ${this.number()})`,
      () => `(reg ${this.repeat(1, 4, () => this.region(depth - 1)).join(' ')})`,
    ])();
  }

  action(depth) {
    const r = () => this.region(depth - 1);
    const u = () => this.units();
    return this.pick([
      () => `(pos ${r()})`,
      () => `(home ${r()})`,
      () => `(bto ${r()} {${this.repeat(1, 5, () => this.pick(['p', 'd', 'c', 's'])).join(' ')}})`,
      () => `(bto ${u()})`,
      () => `(mark ${u()})`,
      () => `(markl ${u()})`,
      () => `(markl ${r()})`,
      () => `(oline ${r()})`,
      () => `(htype ${this.integer()})`,
      () => `(pass ${r()})`,
      () => `(pass ${u()})`,
      () => `(dribble ${r()})`,
      () => `(clear ${r()})`,
      () => '(shoot)',
      () => '(hold)',
      () => '(intercept)',
      () => `(tackle ${u()})`,
      () => this.name(),
    ])();
  }

  directive(depth) {
    if (this.isDrawn(0.15)) return this.name();
    return `(${this.pick(['do', 'do', 'dont'])} ${this.team()} ${this.units()} ${this.repeat(1, 3, () => this.action(depth - 1)).join(this.pick([' ', '']))})`;
  }

  condition(depth) {
    const compare = () => this.pick(['<', '<=', '==', '!=', '>=', '>']);
    const quantity = () => this.pick(['time', 'opp_goals', 'our_goals', 'goal_diff']);
    const flat = [
      () => '(true)',
      () => '(false)',
      () => this.name(6),
      () => `(bowner ${this.team()} ${this.units()})`,
      () =>
        `(playm ${this.pick(['bko', 'time_over', 'play_on', 'ko_our', 'ko_opp', 'ki_our', 'ki_opp', 'fk_our', 'fk_opp', 'ck_our', 'ck_opp', 'gk_our', 'gk_opp', 'gc_our', 'gc_opp', 'ag_our', 'ag_opp'])})`,
      () => `(${quantity()} ${compare()} ${this.integer()})`,
      () => `(${this.integer()}${compare()}${quantity()})`,
      () => `(unum ${this.pick([this.variable(), this.name(6)])} ${this.units()})`,
    ];
    if (depth <= 0) return this.pick(flat)();
    return this.pick([
      ...flat,
      () =>
        `(ppos ${this.team()} ${this.units()} ${this.integer()} ${this.integer()} ${this.region(depth - 1)})`,
      () => `(bpos ${this.region(depth - 1)})`,
      () => `(and ${this.repeat(1, 3, () => this.condition(depth - 1)).join(' ')})`,
      () => `(or ${this.repeat(1, 3, () => this.condition(depth - 1)).join(' ')})`,
      () => `(not ${this.condition(depth - 1)})`,
    ])();
  }

  ids() {
    return this.pick([
      () => 'all',
      () => this.variable(),
      () => `(${this.repeat(1, 4, () => this.variable()).join(' ')})`,
    ])();
  }

  rule(depth) {
    if (depth <= 0 || this.isDrawn(0.15)) return this.ids();
    const inner = this.isDrawn(0.4) ? () => this.rule(depth - 1) : () => this.directive(depth - 1);
    return `(${this.condition(depth - 1)} ${this.repeat(1, 3, inner).join(' ')})`;
  }

  definition(depth) {
    return this.pick([
      () => `(definec ${this.name()} ${this.condition(depth)})`,
      () => `(defined ${this.name()} ${this.directive(depth)})`,
      () => `(definer ${this.name()} ${this.region(depth)})`,
      () => `(definea ${this.name()} ${this.action(depth)})`,
      () => `(definerule ${this.variable()} ${this.pick(['model', 'direc'])} ${this.rule(depth)})`,
    ])();
  }

  token(depth) {
    if (this.isDrawn(0.12)) return '(clear)';
    return `(${this.integer()} ${this.condition(depth)} ${this.repeat(1, 3, () => this.directive(depth)).join(' ')})`;
  }

  message() {
    const depth = this.int(1, 4);
    return this.pick([
      () => `(meta ${this.repeat(1, 3, () => `(ver ${this.number()})`).join(' ')})`,
      () => `(freeform ${this.name(60)})`,
      () => `(info ${this.repeat(1, 3, () => this.token(depth)).join(' ')})`,
      () => `(advice ${this.repeat(1, 3, () => this.token(depth)).join(' ')})`,
      () => `(define ${this.repeat(1, 3, () => this.definition(depth)).join(' ')})`,
      () => `(define ${this.definition(depth + 1)})`,
      () => `(rule ${this.repeat(1, 4, () => `(${this.pick(['on', 'off'])} ${this.ids()})`).join(' ')})`,
      () => `(delete ${this.ids()})`,
    ])();
  }

  /** A whole command; sometimes with unusual blanks. */
  say() {
    const text = `(say ${this.message()})`;
    if (this.isDrawn(0.8)) return text;
    let quoted = false;
    return [...text]
      .map((ch) => {
        if (ch === '"') quoted = !quoted;
        if (quoted) return ch;
        if (ch === ' ') return this.pick([' ', '  ', '\t', '\n']);
        return '(){}'.includes(ch) && this.isDrawn(0.2) ? `${ch} ` : ch;
      })
      .join('');
  }

  /** A command with one token removed, doubled, replaced or moved: mostly invalid, sometimes still valid. */
  invalidMessage() {
    const tokens = this.say().match(
      /"[^"]*"|[A-Za-z_][A-Za-z0-9_]*|[-+]?[\d.]+(?:[eE][-+]?\d+)?|[<>=!]+|\s+|./gs,
    );
    const solid = tokens
      .map((x, i) => [x, i])
      .filter(([x, i]) => i > 1 && x.trim())
      .map(([, i]) => i);
    const at = this.pick(solid);
    const other = this.pick(solid);
    switch (this.int(0, 4)) {
      case 0:
        tokens.splice(at, 1);
        break;
      case 1:
        tokens.splice(at, 0, tokens[at]);
        break;
      case 2:
        tokens[at] = tokens[other];
        break;
      case 3:
        [tokens[at], tokens[other]] = [tokens[other], tokens[at]];
        break;
      default:
        tokens[at] = this.pick([
          '(',
          ')',
          '{',
          '}',
          'our',
          'pt',
          '1.5',
          '7',
          'X',
          '"n"',
          'all',
          '""',
          'true',
          '-',
          'norm',
          ',',
          '(true)',
          '"abcdefghi"',
        ]);
    }
    return tokens.join('');
  }
}

/** A dialog of generated messages, `mutants` of them with a mistake. */
export function generatedDialog({ name, about, seed, messages, mutants, ...rest }) {
  const maker = new MessageMaker(seed);
  return clangDialog({
    name,
    about,
    says: [
      ['made', Array.from({ length: messages }, () => maker.say())],
      ['mutant', Array.from({ length: mutants }, () => maker.invalidMessage())],
    ],
    ...rest,
  });
}

// ---------------------------------------------------------------- plans

const COACH_TALK = /^\((ok|error|warning|clang|hear|change_player_type|include|init)/;

/** A client spec that records the messages that these scenarios compare. */
export const spec = {
  trainer: (extra = {}) => ({ id: 'T', type: 'trainer', version: 19, record: false, ...extra }),
  player: (id, team, version, extra = {}) => ({
    id,
    type: 'player',
    team,
    version,
    only: /^\((hear|ok|error|warning|change_player_type)/,
    ...extra,
  }),
  coach: (id, team, version, extra = {}) => ({
    id,
    type: 'coach',
    team,
    version,
    only: COACH_TALK,
    ...extra,
  }),
  monitor: (version = 4) => ({ id: 'M', type: 'monitor', version, only: /^\(msg / }),
};

/**
 * Runs a plan: `plan` is a list of [cycle, client, command or list of commands]. The commands of a cycle are given
 * before its step: those of coaches and trainers one by one (each answer is waited for), those of players with the
 * cycle. The client '=' sets the play mode. Cycle 0 is the first in `mode`. Pseudo clients: '+' connects a client
 * (the command is its spec), '-' says bye.
 */
export function plannedScenario({
  name,
  about,
  clients,
  plan,
  cycles,
  mode = 'play_on',
  preset = presets.lab,
  declare = {},
  ...rest
}) {
  const last = cycles ?? Math.max(...plan.map(([at]) => at)) + 2;
  return {
    name,
    about,
    ...rest,
    options: { ...preset, 'player::player_types': 1, ...rest.options },
    clients,
    async script(t) {
      for (const [id, range] of Object.entries(declare))
        await t.runCycles({ [id]: `(clang (ver ${range}))` });
      if (mode) await t.setPlayMode(mode);
      for (let k = 0; k <= last; k += 1) {
        const talk = {};
        for (const [, id, ...commands] of plan.filter(([at]) => at === k)) {
          for (const command of commands.flat()) {
            if (typeof command === 'string') t.addHeading(`cycle ${k}: ${id} ${command}`);
            if (id === '=') await t.setPlayMode(command);
            else if (id === '+') await t.connect(command);
            else if (id === '-') await t.disconnect(command);
            else if (/player/.test(t.clientById[id].type)) (talk[id] ??= []).push(command);
            else await sendAndWaitForReply(t, id, command);
          }
        }
        await t.runCycles(talk);
      }
    },
  };
}

/**
 * Players with many declared ranges receive a few messages that need different versions; declarations are sent to
 * coaches.
 */
export function declaredRanges({ name, about, ranges, messages, side = 'l' }) {
  const team = side === 'l' ? 'Alpha' : 'Beta';
  const other = side === 'l' ? 'Beta' : 'Alpha';
  const P = spec.player;
  const own = ranges.map((_, i) => P(`P${i + 1}`, team, i % 4 === 3 ? 8 : 19));
  const foe = P('Q1', other, 19);
  return plannedScenario({
    name,
    about,
    mode: 'kick_in_r',
    clients: [
      spec.trainer(),
      ...(side === 'l' ? [...own, foe] : [foe, ...own]),
      spec.coach('C', team, 19),
      spec.coach('D', other, 8),
    ],
    // Later coaches get the list of ranges in any order.
    compare: { free: [{ match: /^\(clang / }] },
    plan: [
      ...ranges.map((range, i) => [i, `P${i + 1}`, range]),
      [ranges.length, 'Q1', '(clang (ver 7 8))'],
      ...messages.map((m, i) => [ranges.length + 1 + i, 'C', m]),
    ],
  });
}

/**
 * Recipients and forms of speech: trainer, online coaches, players of many versions on both sides, a monitor.
 * `trainer`, `left`, `right`: protocol versions (an old coach speaks plain text); `fixed`: fixed team names.
 */
export function messageReceivers({
  name,
  about,
  trainer,
  left,
  right,
  players = [3, 6, 7, 8, 13, 19],
  fixed,
  options = {},
  send = 1,
}) {
  const P = spec.player;
  const lefts = players.map((v, i) => P(`L${i + 1}`, 'Alpha', v, { goalie: i === players.length - 1 }));
  const rights = players.slice(0, 3).map((v, i) => P(`R${i + 1}`, 'Beta', v === 3 ? 19 : v));
  const coachSays = (version, text) => (version < 7 ? `(say ${text})` : `(say (freeform "${text}"))`);
  const plan = [];
  const talk = [
    ['T', '(say trainer one)'],
    ['C', coachSays(left, 'left coach')],
    ['D', coachSays(right, 'right coach')],
    ...lefts.map((p) => [p.id, `(say "${p.id} says")`]),
    ...rights.map((p) => [p.id, `(say ${p.id}.x)`]),
  ];
  talk.forEach((t, i) => plan.push([i, ...t]));
  const n = talk.length;
  plan.push(
    [n, '=', 'play_on'],
    [n + 1, 'T', '(say (trainer) in play)'],
    [n + 2, 'C', coachSays(left, 'in play')],
    [n + 3, 'L2', '(say play)'],
    [n + 4, 'T', '(ear off)'],
    [n + 5, 'T', '(say unheard)'],
    [n + 5, 'R1', '(say unheard)'],
    [n + 6, '=', 'goal_l'],
    [n + 6, 'D', coachSays(right, 'after a goal')],
    [n + 7, '=', 'before_kick_off'],
    [n + 8, 'T', '(say before kick-off)'],
    [n + 8, 'L1', '(say bko)'],
  );
  const names = Object.fromEntries(
    (fixed ?? []).flatMap((n, i) => (n ? [[`server::fixed_teamname_${'lr'[i]}`, n]] : [])),
  );
  return plannedScenario({
    name,
    about,
    mode: 'free_kick_l',
    options: { 'server::say_coach_cnt_max': -1, 'server::send_comms': send, ...names, ...options },
    // Recorded with an open ear from the first moment on.
    clients: [
      { ...spec.trainer({ version: trainer }), record: true, only: /^\((hear|ok say|error)/ },
      ...lefts,
      ...rights,
      spec.coach('C', 'Alpha', left),
      spec.coach('D', 'Beta', right),
      spec.monitor(),
    ],
    declare: Object.fromEntries(
      lefts.filter((p) => p.version >= 7).map((p, i) => [p.id, i % 2 ? '7 8' : '8 8']),
    ),
    plan: [[0, 'T', '(ear on)'], ...plan],
  });
}

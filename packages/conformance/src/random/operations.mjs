// Random sequences of operations on a server: clients that connect, send, disappear and connect again, and steps of the simulation. A
// sequence is plain data without references between its parts: every part of it is a sequence too, so that it can be shortened.

import { RandomSource } from './source.mjs';
import {
  coachText,
  connectText,
  damage,
  monitorText,
  playerText,
  strangeConnectText,
  TEAMS,
  trainerText,
} from './texts.mjs';

/**
 * @typedef {'player' | 'coach' | 'trainer' | 'monitor'} Role
 * @typedef {'player' | 'coach' | 'olcoach'} Port
 * @typedef {{ readonly role: Role, readonly team: string, readonly goalie: boolean }} ClientPlan
 * @typedef {| { readonly do: 'connect', readonly client: number, readonly text: string, readonly version: number }
 *   | { readonly do: 'reconnect', readonly client: number, readonly text: string }
 *   | { readonly do: 'send', readonly client: number, readonly text: string, readonly terminated: boolean }
 *   | { readonly do: 'send_to_port', readonly client: number, readonly text: string }
 *   | { readonly do: 'stranger', readonly port: Port, readonly text: string }
 *   | { readonly do: 'vanish', readonly client: number }
 *   | { readonly do: 'pass', readonly count: number }
 *   | { readonly do: 'step' }
 *   | { readonly do: 'fork', readonly steps: number }} Operation
 * @typedef {{ readonly seed: number, readonly settings: Readonly<Record<string, number | boolean | string>>, readonly operations: readonly Operation[] }} Sequence
 */

/** The clients of every sequence: two full teams and two more players, coaches, trainers and monitors. @type {readonly ClientPlan[]} */
export const CLIENTS = [
  ...Array.from({ length: 24 }, (_, n) => ({
    role: 'player',
    team: TEAMS[n % 2],
    goalie: n < 2 || n === 23,
  })),
  ...TEAMS.map((team) => ({ role: 'coach', team, goalie: false })),
  { role: 'coach', team: 'Alpha', goalie: false },
  { role: 'trainer', team: '', goalie: false },
  { role: 'trainer', team: '', goalie: false },
  ...Array.from({ length: 5 }, () => ({ role: 'monitor', team: '', goalie: false })),
];
const TRAINER = CLIENTS.findIndex(({ role }) => role === 'trainer');
const FIRST_MONITOR = CLIENTS.findIndex(({ role }) => role === 'monitor');

const COMMAND_TEXTS = { player: playerText, coach: coachText, trainer: trainerText, monitor: monitorText };

/** Settings of the server: short halves and shoot-outs, and some parameters that change the rules. */
function createSettings(random) {
  const withTrainer = random.chance(0.8);
  const some = (probability, settings) => (random.chance(probability) ? settings : {});
  return {
    'server::coach_w_referee': withTrainer,
    'server::half_time': random.pick([3, 5, 10, 30, 300]),
    'server::nr_extra_halfs': random.below(3),
    'server::extra_half_time': random.pick([2, 5]),
    'server::penalty_shoot_outs': random.chance(0.7),
    'server::pen_before_setup_wait': 3,
    'server::pen_setup_wait': 10,
    'server::pen_ready_wait': 5,
    'server::pen_taken_wait': 15,
    ...some(0.3, { 'server::send_comms': true }),
    ...some(0.4, { 'server::fullstate_l': true, 'server::fullstate_r': true }),
    ...some(0.1, { 'server::coach': true }),
    ...some(0.2, { 'server::auto_mode': true, 'server::kick_off_wait': 5, 'server::connect_wait': 5 }),
    ...some(0.1, { 'server::keepaway': true, 'server::coach_w_referee': false }),
    ...some(0.2, {
      'server::min_dash_power': -100,
      'server::stamina_max': 500,
      'server::stamina_capacity': 1000,
    }),
    ...some(0.1, { 'server::stamina_capacity': -1 }),
    ...some(0.2, { 'server::fixed_teamname_r': 'Fixed' }),
    ...some(0.2, { 'server::golden_goal': true }),
    ...some(0.2, { 'server::wind_force': 50, 'server::wind_rand': 0.3 }),
    ...some(0.2, { 'server::foul_exponent': 1, 'server::red_card_probability': 0.5 }),
    ...some(0.1, { 'server::use_offside': false, 'server::back_passes': false }),
    ...some(0.2, { 'server::illegal_defense_number': 3, 'server::illegal_defense_duration': 5 }),
    ...some(0.2, { 'server::say_msg_size': 128, 'server::hear_max': 3, 'server::hear_inc': 2 }),
    ...some(0.2, { 'player::pt_max': 11, 'player::subs_max': 11 }),
    ...some(0.1, {
      'server::clang_mess_delay': 3,
      'server::freeform_wait_period': 20,
      'server::freeform_send_period': 5,
    }),
    ...some(0.15, { 'server::team_actuator_noise': true }),
    ...some(0.2, { 'server::synch_see_offset': random.pick([0, 30, 90]) }),
    ...some(0.1, { 'server::max_monitors': 2 }),
  };
}

/** Operations that put the ball near players, so that they kick, tackle, catch, foul and score. */
function createScene(random) {
  const operations = [];
  const send = (client, text) => operations.push({ do: 'send', client, text, terminated: true });
  const x = random.pick([random.between(-54, 54), -51, 51, 0]);
  const y = random.chance(0.6) ? random.between(-8, 8) : random.between(-34, 34);
  const speed = x > 45 || x < -45 ? Math.sign(x) * random.pick([0, 1, 2.7]) : random.pick([0, 0, 1, -1, 2.5]);
  const by = random.chance(0.8) ? TRAINER : FIRST_MONITOR;
  if (random.chance(0.5))
    send(
      by,
      `(change_mode ${random.chance(0.8) ? 'play_on' : random.pick(['free_kick_l', 'goal_kick_r', 'corner_kick_l', 'penalty_setup_l'])})`,
    );
  send(by, `(move (ball) ${x} ${y} 0 ${speed} ${random.pick([0, 0, 0.5])})`);
  for (let n = random.between(1, 3); n > 0; n -= 1) {
    const client = random.below(22);
    const team = CLIENTS[client].team;
    const dx = random.pick([-0.6, 0.5, 0.7, 1, 1.5]);
    const unum = Math.floor(client / 2) + 1;
    send(by, `(move (player ${team} ${unum}) ${x + dx} ${y} ${dx > 0 ? 180 : 0} 0 0)`);
    send(
      client,
      random.pick([
        '(kick 100 0)',
        '(kick 60 180)',
        '(tackle 0 on)',
        '(tackle 90)',
        '(catch 0)',
        '(kick 30 90)(dash (l 100 0))',
        '(dash 100)',
      ]),
    );
  }
  if (random.chance(0.3)) operations.push({ do: 'step' });
  return operations;
}

function connectClient(random, client) {
  return { do: 'connect', client, ...connectText(random, CLIENTS[client].role, CLIENTS[client]) };
}

/** Operations before the first kickoff: most clients connect, most players take a place. */
function createBeginning(random) {
  const operations = [];
  const isFull = random.chance(0.6);
  for (const [client, { role }] of CLIENTS.entries()) {
    const probability = role === 'player' && client < 22 ? (isFull ? 1 : 0.4) : role === 'player' ? 0.1 : 0.7;
    if (random.chance(probability)) operations.push(connectClient(random, client));
    if (random.chance(0.05)) operations.push({ do: 'step' });
  }
  operations.push({ do: 'step' });
  for (let client = 0; client < 22; client += 1) {
    const text = `(move ${-random.between(1, 50)} ${random.between(-30, 30)})`;
    if (random.chance(0.8)) operations.push({ do: 'send', client, text, terminated: true });
  }
  if (random.chance(0.8)) operations.push({ do: 'send', client: TRAINER, text: '(start)', terminated: true });
  if (random.chance(0.5))
    operations.push({ do: 'send', client: FIRST_MONITOR, text: '(dispstart)', terminated: true });
  operations.push({ do: 'step' });
  return operations;
}

function randomText(random, role) {
  const text = COMMAND_TEXTS[role](random);
  return random.chance(0.01) ? damage(random, text) : text;
}

const OPERATION_WEIGHTS = {
  player: 60,
  other: 14,
  scene: 6,
  connect: 1.2,
  reconnect: 1.2,
  port: 0.8,
  stranger: 0.8,
  vanish: 0.25,
  pass: 3,
  fork: 0.3,
};

function createOperation(random) {
  const client = random.below(CLIENTS.length);
  switch (random.pickWeighted(OPERATION_WEIGHTS)) {
    case 'player':
      return [
        {
          do: 'send',
          client: random.below(24),
          text: randomText(random, 'player'),
          terminated: random.chance(0.98),
        },
      ];
    case 'other': {
      const other = random.between(24, CLIENTS.length - 1);
      return [
        {
          do: 'send',
          client: other,
          text: randomText(random, CLIENTS[other].role),
          terminated: random.chance(0.98),
        },
      ];
    }
    case 'scene':
      return createScene(random);
    case 'connect':
      return [connectClient(random, client)];
    case 'reconnect': {
      const player = random.below(24);
      const text = `(reconnect ${CLIENTS[player].team} ${random.between(1, 11)})`;
      return [{ do: 'reconnect', client: player, text }];
    }
    case 'port':
      return [{ do: 'send_to_port', client, text: randomText(random, CLIENTS[client].role) }];
    case 'stranger':
      return [
        {
          do: 'stranger',
          port: random.pick(['player', 'coach', 'olcoach']),
          text: strangeConnectText(random),
        },
      ];
    case 'vanish':
      return [{ do: 'vanish', client }];
    case 'pass':
      return [{ do: 'pass', count: random.between(1, 9) }];
    default:
      return [{ do: 'fork', steps: random.between(1, 10) }];
  }
}

/**
 * Creates the sequence of a seed.
 *
 * @param {number} seed whole number
 * @param {number} cycles number of steps of the simulation
 * @returns {Sequence}
 */
export function createSequence(seed, cycles) {
  const random = new RandomSource(Math.imul(seed, 0x9e3779b1) ^ (seed >>> 7));
  const settings = createSettings(random);
  const operations = createBeginning(random);
  // Some sequences are crowded, others quiet.
  const perCycle = random.pick([1, 4, 10, 20]);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    for (let n = random.below(2 * perCycle + 1); n > 0; n -= 1) operations.push(...createOperation(random));
    operations.push({ do: 'step' });
  }
  return { seed, settings, operations };
}

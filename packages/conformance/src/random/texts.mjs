// Random texts that clients send: valid, at the limits, and wrong.

/** @typedef {import('./source.mjs').RandomSource} RandomSource */

export const TEAMS = ['Alpha', 'Beta'];

const ABSURD = [
  'inf',
  '-inf',
  'nan',
  '-nan',
  '1e309',
  '-1e309',
  '1e30',
  '1e-400',
  '0x10',
  '99999999999',
  '-2147483649',
  '2147483648',
  '4294967297',
  '.',
  '-',
  '--1',
  '+5',
  '5e',
  '1.',
  '.5',
  '-0',
  '0.0001',
  '1e5',
  '',
  'x',
];
const DIGITS = ['9'.repeat(40), `${'1'.repeat(400)}`, `0.${'3'.repeat(60)}`];

/** A number between `min` and `max`; sometimes a limit, slightly more than a limit, or an absurd one. */
export function randomNumber(random, min, max) {
  switch (random.pickWeighted({ inside: 70, limit: 10, over: 8, absurd: 6, digits: 1, zero: 5 })) {
    case 'inside': {
      const value = min + random.next() * (max - min);
      return random.chance(0.5) ? String(Math.round(value)) : value.toFixed(random.between(1, 6));
    }
    case 'limit':
      return String(random.pick([min, max]));
    case 'over':
      return String(random.pick([min - 1, max + 1, min - 0.001, max + 0.001, 2 * max, 10 * min]));
    case 'absurd':
      return random.pick(ABSURD);
    case 'digits':
      return random.pick(DIGITS);
    default:
      return '0';
  }
}

/** A whole number; rarely something else. */
export function randomInt(random, min, max) {
  if (random.chance(0.93)) return String(random.between(min, max));
  return random.pick([String(min - 1), String(max + 1), '-1', '1.5', ...ABSURD]);
}

const angle = (random) => randomNumber(random, -180, 180);
const power = (random) => randomNumber(random, -100, 100);
const unum = (random) => randomInt(random, 1, 11);
const team = (random) =>
  random.chance(0.93) ? random.pick(TEAMS) : random.pick(['Gamma', 'alpha', '"Alpha"', '', 'l']);
const onOff = (random) =>
  random.chance(0.95) ? random.pick(['on', 'off']) : random.pick(['On', 'yes', '', '1']);

const SAY_CHARACTERS = 'abcXYZ019 ().+*/?<>_-';
function sayText(random) {
  const length = random.pick([1, 2, 5, 9, 10, 10, 11, 20, 130]);
  return Array.from({ length }, () => random.pick(SAY_CHARACTERS)).join('');
}

const side = (random) =>
  random.pick(['our', 'opp', 'l', 'r', 'left', 'right', 'Alpha', 'Beta', 'Gamma', '"Alpha"']);

const PLAYER_WEIGHTS = {
  dash: 30,
  legs: 6,
  turn: 16,
  turn_neck: 10,
  kick: 16,
  tackle: 5,
  catch: 5,
  move: 3,
  change_view: 5,
  change_focus: 4,
  say: 5,
  pointto: 4,
  attentionto: 4,
  ear: 2,
  clang: 1,
  sense_body: 2,
  score: 1,
  synch_see: 0.4,
  gaussian_see: 0.4,
  long_kick: 0.5,
  done: 1,
  bye: 0.03,
  wrong: 1,
  compression: 0.2,
};

const PLAYER_COMMANDS = {
  dash: (r) => (r.chance(0.6) ? `(dash ${power(r)})` : `(dash ${power(r)} ${angle(r)})`),
  legs: (r) => {
    const leg = (name) => `(${name} ${power(r)} ${angle(r)})`;
    return `(dash ${r.pick([leg('l'), leg('r'), `${leg('l')} ${leg('r')}`, `${leg('right')}${leg('left')}`, `${leg('l')}${leg('l')}`])})`;
  },
  turn: (r) => `(turn ${angle(r)})`,
  turn_neck: (r) => `(turn_neck ${angle(r)})`,
  kick: (r) => `(kick ${r.chance(0.7) ? r.between(20, 100) : power(r)} ${angle(r)})`,
  tackle: (r) => `(tackle ${angle(r)}${r.pick(['', '', ' on', ' off', ' true', ' false', ' 1'])})`,
  catch: (r) => `(catch ${angle(r)})`,
  move: (r) => `(move ${randomNumber(r, -54, 54)} ${randomNumber(r, -34, 34)})`,
  change_view: (r) =>
    `(change_view ${r.pick(['narrow', 'normal', 'wide', 'wide', 'low'])}${r.pick(['', ' high', ' low', ' medium'])})`,
  change_focus: (r) => `(change_focus ${randomNumber(r, -40, 40)} ${angle(r)})`,
  say: (r) => (r.chance(0.6) ? `(say "${sayText(r)}")` : `(say ${sayText(r)})`),
  pointto: (r) => (r.chance(0.8) ? `(pointto ${randomNumber(r, 0, 60)} ${angle(r)})` : '(pointto off)'),
  attentionto: (r) => (r.chance(0.8) ? `(attentionto ${side(r)} ${unum(r)})` : '(attentionto off)'),
  ear: (r) =>
    `(ear (${onOff(r)}${r.pick(['', ` ${side(r)}`])}${r.pick(['', ' partial', ' p', ' complete', ' c'])}))`,
  clang: (r) => `(clang (ver ${randomInt(r, 0, 10)} ${randomInt(r, 5, 10)}))`,
  sense_body: () => '(sense_body)',
  score: () => '(score)',
  synch_see: () => '(synch_see)',
  gaussian_see: () => '(gaussian_see)',
  long_kick: (r) => `(long_kick ${power(r)} ${angle(r)})`,
  done: () => '(done)',
  bye: () => '(bye)',
  compression: (r) => `(compression ${randomInt(r, -1, 10)})`,
  wrong: (r) =>
    r.pick([
      '()',
      '(',
      '(foo)',
      '(dash)',
      '((turn 10))',
      '(init Alpha (version 19))',
      '(think)',
      '(move (1 2))',
      '(ear on)',
      '',
      ')',
      '\n',
      '(say)',
    ]),
};

/** One or several commands of a player in one datagram. */
export function playerText(random) {
  let text = '';
  for (let n = random.pick([1, 1, 1, 2, 2, 3, 4]); n > 0; n -= 1) {
    text += PLAYER_COMMANDS[random.pickWeighted(PLAYER_WEIGHTS)](random);
  }
  return text;
}

export const MODES = [
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

function changeMode(random) {
  if (random.chance(0.4)) return '(change_mode play_on)';
  return `(change_mode ${random.chance(0.95) ? random.pick(MODES) : random.pick(['', 'kick_off', 'PLAY_ON', 'x'.repeat(130)])})`;
}

/** Coordinates, then angle and velocity of a trainer's move. */
function place(random, maxSpeed) {
  const at = `${randomNumber(random, -55, 55)} ${randomNumber(random, -36, 36)}`;
  switch (random.below(4)) {
    case 0:
      return at;
    case 1:
      return `${at} ${angle(random)}`;
    case 2:
      return `${at} 0 ${randomNumber(random, -maxSpeed, maxSpeed)}`;
    default:
      return `${at} ${angle(random)} ${randomNumber(random, -maxSpeed, maxSpeed)} ${randomNumber(random, -maxSpeed, maxSpeed)}`;
  }
}

const TRAINER_WEIGHTS = {
  move_ball: 20,
  move_player: 20,
  change_mode: 10,
  start: 4,
  recover: 3,
  check_ball: 4,
  look: 4,
  team_names: 2,
  eye: 3,
  ear: 3,
  say: 4,
  change_player_type: 4,
  done: 1,
  compression: 0.3,
  wrong: 1.5,
};
const TRAINER_COMMANDS = {
  move_ball: (r) => `(move (ball) ${place(r, 3)})`,
  move_player: (r) => `(move (player ${team(r)} ${unum(r)}) ${place(r, 1)})`,
  change_mode: changeMode,
  start: () => '(start)',
  recover: () => '(recover)',
  check_ball: () => '(check_ball)',
  look: () => '(look)',
  team_names: () => '(team_names)',
  eye: (r) => `(eye ${onOff(r)})`,
  ear: (r) => `(ear ${onOff(r)})`,
  say: (r) => `(say ${sayText(r)})`,
  change_player_type: (r) => `(change_player_type ${team(r)} ${unum(r)} ${randomInt(r, 0, 17)})`,
  done: () => '(done)',
  compression: (r) => `(compression ${randomInt(r, -1, 10)})`,
  wrong: (r) =>
    r.pick([
      '(bye)',
      '(foo)',
      '',
      '(move (ball))',
      '(move ball 1 2)',
      '(team_graphic (0 0 "8 8 1 1"))',
      '(init (version 19))',
    ]),
};
export const trainerText = (random) => TRAINER_COMMANDS[random.pickWeighted(TRAINER_WEIGHTS)](random);

const CLANG = [
  '(freeform "hi there")',
  '(info (5 (true) (pos our {1} (pt 1 2))))',
  '(advice (6000 (true) "g" (do our {0} (mark {1 2 3}))))',
  '(define (definer "R" (pt 0 0)))',
  '(define (definec "C" (not (true))))',
  '(define (definerule Q direc ((true) (do our {2} (pass {3})))))',
  '(rule (on all))',
  '(delete all)',
  '(del "A")',
  '(meta (ver 8))',
  '(unsupported_clang)',
  '(foo)',
  '(define (rule r (dont our {1} (pass {2}))))',
  '(info (clear))',
];
const ROWS = Array(8).fill('"aaaaaaaa"').join(' ');
const COACH_WEIGHTS = {
  say: 12,
  freeform: 4,
  change_player_type: 12,
  goalie: 3,
  check_ball: 3,
  look: 4,
  team_names: 2,
  eye: 4,
  team_graphic: 4,
  compression: 0.3,
  done: 1,
  bye: 0.2,
  wrong: 2,
};
const COACH_COMMANDS = {
  say: (r) => `(say ${r.pick(CLANG)})`,
  freeform: (r) =>
    r.chance(0.5) ? `(say (freeform "${sayText(r).replaceAll(/[()]/g, '')}"))` : `(say ${sayText(r)})`,
  change_player_type: (r) => `(change_player_type ${unum(r)} ${randomInt(r, 0, 17)})`,
  goalie: (r) => `(change_player_type ${unum(r)} goalie)`,
  check_ball: () => '(check_ball)',
  look: () => '(look)',
  team_names: () => '(team_names)',
  eye: (r) => `(eye ${onOff(r)})`,
  team_graphic: (r) =>
    `(team_graphic (${randomInt(r, 0, 31)} ${randomInt(r, 0, 7)} "${r.pick(['8 8 1 1', '8 8 1 1', '4 8 1 1', '8 8 2 1'])}" "a c #FFF" ${ROWS}))`,
  compression: (r) => `(compression ${randomInt(r, -1, 10)})`,
  done: () => '(done)',
  bye: () => '(bye)',
  wrong: (r) =>
    r.pick(['(start)', '(move (ball) 0 0)', '', '(foo)', '(say)', '(change_player_type 1)', '(ear on)']),
};
export const coachText = (random) => COACH_COMMANDS[random.pickWeighted(COACH_WEIGHTS)](random);

const DISPLAY_SIDE = ['1', '1', '-1', '-1', '0', '2'];
const MONITOR_WEIGHTS = {
  start: 5,
  foul: 6,
  player: 12,
  discard: 0.4,
  card: 1,
  compression: 0.3,
  bye: 0.3,
  trainer: 6,
  wrong: 2,
};
const MONITOR_COMMANDS = {
  start: () => '(dispstart)',
  foul: (r) => `(dispfoul ${randomInt(r, -840, 840)} ${randomInt(r, -544, 544)} ${r.pick(DISPLAY_SIDE)})`,
  player: (r) =>
    `(dispplayer ${r.pick(DISPLAY_SIDE)} ${unum(r)} ${randomInt(r, -840, 840)} ${randomInt(r, -544, 544)} ${randomInt(r, -180, 180)})`,
  discard: (r) => `(dispdiscard ${r.pick(DISPLAY_SIDE)} ${unum(r)})`,
  card: (r) =>
    `(dispcard ${r.pick(DISPLAY_SIDE)} ${unum(r)} ${r.pick(['yellow', 'yellow', 'red', 'green'])})`,
  compression: (r) => `(compression ${randomInt(r, -1, 10)})`,
  bye: () => '(dispbye)',
  trainer: (r) =>
    r.pick([
      TRAINER_COMMANDS.move_ball,
      TRAINER_COMMANDS.move_player,
      changeMode,
      TRAINER_COMMANDS.start,
      TRAINER_COMMANDS.recover,
      TRAINER_COMMANDS.check_ball,
    ])(r),
  wrong: (r) => r.pick(['(foo)', '(dispinit version 4)', ' (dispstart)', '', '(dispfoul)', '(dispcard 1 2)']),
};
export const monitorText = (random) => MONITOR_COMMANDS[random.pickWeighted(MONITOR_WEIGHTS)](random);

/** A text with some characters changed, removed or doubled. */
export function damage(random, text) {
  const at = random.below(text.length + 1);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + random.between(1, 4));
    case 1:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at);
    case 2:
      return text + text.slice(at);
    case 3:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + random.pick(['(', ')', '"', ' ', '\n', '\0', '{', '\xff']) + text.slice(at);
  }
}

const PLAYER_VERSIONS = [
  1, 2, 3, 3.9, 4, 5, 6, 7, 7.5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18, 18, 19, 19, 19,
];

/** The text with which a client of a role connects, and the version that it then has. */
export function connectText(random, role, own) {
  switch (role) {
    case 'player': {
      const version = random.pick(PLAYER_VERSIONS);
      return { version, text: `(init ${own.team} (version ${version})${own.goalie ? ' (goalie)' : ''})` };
    }
    case 'coach': {
      const version = random.pick([5, 6, 7, 8, 10, 12, 13, 14, 16, 18, 19]);
      return {
        version,
        text: `(init ${own.team}${random.chance(0.5) ? ' Trainer' : ''} (version ${version}))`,
      };
    }
    case 'trainer': {
      const version = random.pick([3, 5, 6, 7, 8, 12, 13, 14, 18, 19]);
      return { version, text: `(init (version ${version}))` };
    }
    default: {
      const version = random.pick([1, 2, 3, 4, 5, -1]);
      return { version, text: version === 1 ? '(dispinit)' : `(dispinit version ${version})` };
    }
  }
}

/** Requests to the well-known ports that are mostly refused. */
export function strangeConnectText(random) {
  return random.pick([
    '(init Alpha (version 19))',
    '(init Beta (version 3))',
    '(init Gamma (version 19))',
    '(init Alpha (version 99))',
    '(init Alpha (goalie)(version 19))',
    '(init a!b)',
    '(init Alpha',
    '(init)',
    '(foo)',
    '',
    '(init Alpha (version 0))',
    '(dispinit version 9)',
    '(dispinit version nan)',
    '(reconnect Gamma 1)',
    '(reconnect Alpha 99)',
    '(reconnect Alpha)',
    '(init (version 99))',
    '(init Alpha Coach (version 4))',
    '(init Gamma (version 19))',
    '(init  (version 1e9))',
  ]);
}

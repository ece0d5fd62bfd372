/** The conditions of lessons: how they are written, what they say, and when the left team meets them. */
import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import { computeDistance } from '@rcss/agent/world';
import type { Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';

/** Result of one condition. */
export interface GoalCheckResult {
  readonly isPassed: boolean;
  /** A sentence without its period. */
  readonly text: string;
}

/** Whether all conditions of a lesson are met, and why. */
export interface GoalResult extends GoalCheckResult {
  /** In the order of the conditions. */
  readonly checks: readonly GoalCheckResult[];
}

/** A match at a step, as a condition sees it. */
interface Moment {
  readonly match: Match;
  /** Players with the ball within reach. */
  readonly holders: readonly Player[];
  /** Numbers of two left players if the second one has just got the ball from the first one. */
  readonly pass: readonly [from: number, to: number] | null;
  /** Such passes so far. */
  readonly passCount: number;
  /** Player types at the beginning, by the index of the player. */
  readonly firstTypes: readonly number[];
  /** What this condition measured at the newest steps. */
  readonly measured: readonly number[];
}

/** A number of a condition: its name, and what is allowed. */
interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** A row of the table of conditions. The functions get the numbers in the order of the fields. */
interface GoalForm {
  readonly fields: readonly Field[];
  /** Number of fields that may be absent, at the end. */
  readonly optional?: number;
  /** Whether the last field can be repeated. */
  readonly isRepeated?: boolean;
  /** Says what must happen. */
  say(...values: number[]): string;
  /** Whether it is met by something that happens: the match ends when all such conditions are. */
  readonly isEvent?: boolean;
  /** Returns the result at a step as soon as it is certain, otherwise null. */
  check?(moment: Moment, ...values: number[]): GoalCheckResult | null;
  /** Returns what is kept of a step for the end. */
  measure?(match: Match, ...values: number[]): number;
  /** Returns the result at the end of the match; absent: what did not happen is not met. */
  finish?(moment: Moment, ...values: number[]): GoalCheckResult;
}

/** Steps after the last event in which the other conditions are still checked: the referee may stop play for it. */
const RULING_STEPS = 5;
/** Last steps in which a player must have the ball in view: with it in view, it looks elsewhere for some steps. */
const LOOK_STEPS = 5;

const pass = (text: string): GoalCheckResult => ({ isPassed: true, text });
const fail = (text: string): GoalCheckResult => ({ isPassed: false, text });
const at = ({ match }: Moment): string => `at cycle ${match.world.time}`;
const player = (unum: number | undefined): string => `player ${unum}`;

const unum = (name = 'PLAYER'): Field => ({ name, min: 1, max: 11, isWhole: true });
const COUNT: Field = { name: 'COUNT', min: 1, max: 1000, isWhole: true };
const METERS: Field = { name: 'METERS', min: 0.1, max: 100 };

/** Fails when an opponent has the ball. */
const checkOpponents = (moment: Moment): GoalCheckResult | null =>
  moment.holders.some(({ side }) => side === 'r') ? fail(`an opponent has the ball ${at(moment)}`) : null;

const FORMS = {
  reach: {
    fields: [unum()],
    optional: 1,
    isEvent: true,
    say: (unum) => `${unum === undefined ? 'a field player' : player(unum)} gets the ball first`,
    check(moment, wanted) {
      const holder = moment.holders.find(
        ({ side, goalie, unum }) => side === 'l' && (wanted === undefined ? !goalie : unum === wanted),
      );
      return holder === undefined
        ? checkOpponents(moment)
        : pass(`player ${holder.unum} has the ball ${at(moment)}`);
    },
  },
  pass: {
    fields: [unum('FROM'), unum('TO')],
    isEvent: true,
    say: (from, to) => `${player(from)} passes to ${player(to)}`,
    check: (moment, from, to) =>
      moment.pass?.[0] === from && moment.pass?.[1] === to
        ? pass(`player ${to} has the ball from player ${from} ${at(moment)}`)
        : null,
  },
  passes: {
    fields: [COUNT],
    isEvent: true,
    say: (count) => `${count} passes arrive`,
    check: (moment, count) =>
      moment.passCount >= count! ? pass(`${count} passes have arrived ${at(moment)}`) : null,
    finish: ({ match, passCount }, count) =>
      fail(`${passCount} passes arrived within ${match.steps} cycles, ${count} are needed`),
  },
  score: {
    fields: [],
    isEvent: true,
    say: () => 'your team scores',
    check: (moment) => (moment.match.world.left.score > 0 ? pass(`your team scores ${at(moment)}`) : null),
  },
  'concede-nothing': {
    fields: [],
    say: () => 'the opponents do not score',
    check: (moment) =>
      moment.match.world.right.score > 0 ? fail(`the opponents score ${at(moment)}`) : null,
    finish: () => pass('the opponents have not scored'),
  },
  'no-offside': {
    fields: [],
    say: () => 'your team is never offside',
    check: (moment) =>
      moment.match.world.playMode === 'offside_l' ? fail(`your team is offside ${at(moment)}`) : null,
    finish: () => pass('your team was never offside'),
  },
  'keep-ball': {
    fields: [],
    say: () => 'no opponent gets the ball',
    check: checkOpponents,
    finish: () => pass('no opponent had the ball'),
  },
  formation: {
    fields: [{ ...COUNT, max: 11 }, METERS],
    say: (count, tolerance) => `${count} players end within ${tolerance} m of their places`,
    finish({ match }, count, tolerance) {
      const near = countAtPlaces(match, tolerance!);
      const text = `${near} of 11 players are within ${tolerance} m of their places at the end`;
      return near >= count! ? pass(text) : fail(`${text}, ${count} are needed`);
    },
  },
  'fast-types': {
    fields: [unum()],
    isRepeated: true,
    say: (...players) => `players ${players.join(', ')} have the fastest types`,
    finish({ match }, ...unums) {
      const { types } = match.params;
      const rates = types.map(({ dash_power_rate: rate }) => rate).sort((a, b) => b - a);
      const least = rates[unums.length - 1]!;
      const slow = unums.filter((unum) => types[findLeft(match, unum).typeId]!.dash_power_rate < least);
      return slow.length === 0
        ? pass(`players ${unums.join(', ')} have the fastest types`)
        : fail(`there are faster types for players ${slow.join(', ')}`);
    },
  },
  place: {
    fields: [unum(), { name: 'X', min: -60, max: 60 }, { name: 'Y', min: -40, max: 40 }, METERS],
    say: (unum, x, y, tolerance) => `${player(unum)} ends within ${tolerance} m of (${x}, ${y})`,
    finish({ match }, unum, x, y, tolerance) {
      const gap = computeDistance(findLeft(match, unum!).pos, { x: x!, y: y! });
      const text = `player ${unum} is ${gap.toFixed(1)} m from (${x}, ${y}) at the end`;
      return gap <= tolerance! ? pass(text) : fail(`${text}, at most ${tolerance} m are allowed`);
    },
  },
  stamina: {
    fields: [unum(), { name: 'STAMINA', min: 0, max: 8000 }],
    say: (unum, least) => `${player(unum)} has ${least} of its stamina left`,
    finish({ match }, unum, least) {
      const { stamina } = findLeft(match, unum!);
      const text = `player ${unum} has stamina ${Math.round(stamina)} at the end`;
      return stamina >= least! ? pass(text) : fail(`${text}, ${least} are needed`);
    },
  },
  look: {
    fields: [unum(), { name: 'DEGREES', min: 1, max: 180 }],
    say: (unum, tolerance) => `${player(unum)} looks at the ball at the end, ${tolerance}° past it at most`,
    measure: (match, unum) => measureLook(match, unum!),
    finish({ measured }, unum, tolerance) {
      const turn = Math.min(180, ...measured);
      const text = `player ${unum} looks ${Math.round(turn)}° past the ball at the end`;
      return turn <= tolerance!
        ? pass(text)
        : fail(`${text}, at most ${tolerance}° are allowed in one of the last ${LOOK_STEPS} cycles`);
    },
  },
  substitute: {
    fields: [unum()],
    say: (unum) => `${player(unum)} is substituted`,
    finish({ match, firstTypes }, unum) {
      const { index, typeId } = findLeft(match, unum!);
      return typeId !== firstTypes[index]
        ? pass(`player ${unum} was substituted`)
        : fail(`player ${unum} was not substituted`);
    },
  },
} as const satisfies Readonly<Record<string, GoalForm>>;

type GoalKind = keyof typeof FORMS;

/** A condition on what the left team does in the match of a lesson: its row, and its numbers in the order of the fields. */
export interface Goal {
  readonly kind: GoalKind;
  readonly values: readonly number[];
}

const formOf = ({ kind }: Goal): GoalForm => FORMS[kind];

/** Says what a team must reach: `Goal: player 2 passes to player 3, and your team scores, within 100 cycles.` */
export const describeGoals = (goals: readonly Goal[], cycles: number): string =>
  `Goal: ${goals.map((goal) => formOf(goal).say(...goal.values)).join(', and ')}, within ${cycles} cycles.`;

/** Returns the numbers of the players that a condition names. */
export function listUnums(goal: Goal): readonly number[] {
  const { fields } = formOf(goal);
  return goal.values.filter((_, i) => ['PLAYER', 'FROM', 'TO'].includes((fields[i] ?? fields.at(-1)!).name));
}

const describeForm = (kind: string, { fields, optional = 0, isRepeated = false }: GoalForm): string =>
  [
    kind,
    ...fields.map(({ name }, i) => (i >= fields.length - optional ? `[${name}]` : name)),
    ...(isRepeated ? ['…'] : []),
  ].join(' ');

/** All conditions as they are written in a lesson. */
export const listGoalForms = (): readonly string[] =>
  Object.entries(FORMS).map(([kind, form]) => describeForm(kind, form));

/**
 * Reads a condition such as `pass 2 3`.
 *
 * @throws {Error} if it is wrong; the message has the value and what is allowed
 */
export function readGoal(text: string): Goal {
  const [word = '', ...words] = text.split(/\s+/);
  if (!Object.hasOwn(FORMS, word))
    throw new Error(`${JSON.stringify(word)} is not a condition; allowed: ${listGoalForms().join(', ')}`);
  const kind = word as GoalKind;
  const form: GoalForm = FORMS[kind];
  const { fields, optional = 0, isRepeated = false } = form;
  const isCountAllowed =
    words.length >= fields.length - optional && (words.length <= fields.length || isRepeated);
  if (!isCountAllowed)
    throw new Error(
      `${JSON.stringify(text)} has ${words.length} numbers; allowed: ${describeForm(kind, form)}`,
    );
  return { kind, values: words.map((value, i) => readLessonNumber(value, fields[i] ?? fields.at(-1)!)) };
}

/**
 * Reads a number of a lesson.
 *
 * @throws {Error} if it is not a number, or outside the range
 */
export function readLessonNumber(text: string, { name, min, max, isWhole = false }: Field): number {
  const value = Number(text);
  if (
    text === '' ||
    Number.isNaN(value) ||
    value < min ||
    value > max ||
    (isWhole && !Number.isInteger(value))
  )
    throw new Error(
      `${name} is ${JSON.stringify(text)}; allowed: ${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`,
    );
  return value;
}

/** Follows a match and decides whether the left team meets all conditions. */
export class GoalCheck {
  readonly #goals: readonly Goal[];
  /** Results that are certain, by the index of the condition. */
  readonly #results: (GoalCheckResult | null)[];
  /** What the conditions measured at the newest steps. */
  readonly #measured: readonly number[][];
  /** The player that had the ball in reach last, alone. */
  #holder: Player | null = null;
  /** Whether the ball has been out of the reach of all players since. */
  #isFree = false;
  #passCount = 0;
  /** Steps since all conditions on what happens are met. */
  #stepsAfter = 0;
  #firstTypes: readonly number[] | null = null;

  constructor(goals: readonly Goal[]) {
    this.#goals = goals;
    this.#results = goals.map(() => null);
    this.#measured = goals.map(() => []);
  }

  /**
   * Returns the result as soon as it is certain, otherwise null; called after each step. It is certain if a condition cannot be met any more, or if there are
   * conditions on what happens and all of them are met: the other ones hold for the match up to then.
   */
  update(match: Match): GoalResult | null {
    this.#firstTypes ??= match.world.players.map(({ typeId }) => typeId);
    const holders = match.world.players.filter((player) => hasBallInReach(match, player));
    const received = this.#findPass(holders);
    this.#goals.forEach((goal, i) => {
      const { check, measure } = formOf(goal);
      const measured = this.#measured[i]!;
      if (measure !== undefined) measured.push(measure(match, ...goal.values));
      if (measured.length > LOOK_STEPS) measured.shift();
      this.#results[i] ??= check?.(this.#look(match, i, holders, received), ...goal.values) ?? null;
    });
    const events = this.#goals.flatMap((goal, i) =>
      formOf(goal).isEvent === true ? [this.#results[i]] : [],
    );
    const isDone = events.length > 0 && events.every((result) => result?.isPassed === true);
    const isFailed = this.#results.some((result) => result?.isPassed === false);
    if (isDone) this.#stepsAfter += 1;
    const isOver = isDone && this.#stepsAfter > (this.#goals.length > events.length ? RULING_STEPS : 0);
    return isOver || isFailed ? this.finish(match) : null;
  }

  #look(match: Match, index: number, holders: Moment['holders'], pass: Moment['pass']): Moment {
    const firstTypes = this.#firstTypes ?? [];
    return {
      match,
      holders,
      pass,
      passCount: this.#passCount,
      firstTypes,
      measured: this.#measured[index]!,
    };
  }

  /** Returns the numbers of two left players if the second one has just got the ball from the first one. */
  #findPass(holders: readonly Player[]): Moment['pass'] {
    if (holders.length === 0) this.#isFree = true;
    const [holder] = holders;
    if (holder === undefined || holders.length > 1) return null;
    const before = this.#isFree && this.#holder?.side === 'l' ? this.#holder : null;
    this.#holder = holder;
    this.#isFree = false;
    if (before === null || holder.side !== 'l' || before.unum === holder.unum) return null;
    this.#passCount += 1;
    return [before.unum, holder.unum];
  }

  /** Returns the result at the end of the match. */
  finish(match: Match): GoalResult {
    const checks = this.#goals.map((goal, i) => {
      const moment = this.#look(match, i, [], null);
      const finish = formOf(goal).finish ?? (() => fail(`not reached within ${match.steps} cycles`));
      return this.#results[i] ?? finish(moment, ...goal.values);
    });
    const failed = checks.filter(({ isPassed }) => !isPassed);
    // What has failed before the end explains the result.
    const early = this.#results.filter((result) => result?.isPassed === false);
    const shown = early.length > 0 ? early : failed.length > 0 ? failed : checks;
    return {
      isPassed: failed.length === 0,
      text: shown.map((result) => result?.text).join('; '),
      checks,
    };
  }
}

function hasBallInReach({ world, params }: Match, { enabled, pos, typeId }: Player): boolean {
  if (!enabled || world.ball.z > params.server.player_height) return false;
  const { player_size: size, kickable_margin: margin } = params.types[typeId]!;
  return computeDistance(pos, world.ball.pos) <= size + margin + params.server.ball_size;
}

/** Counts the left players that are near their places for the position of the ball. */
function countAtPlaces({ world }: Match, tolerance: number): number {
  return world.players.filter(
    ({ side, enabled, unum, pos }) =>
      side === 'l' &&
      enabled &&
      computeDistance(pos, FOUR_THREE_THREE.place(unum, world.ball.pos)) <= tolerance,
  ).length;
}

const findLeft = ({ world }: Match, unum: number): Player =>
  world.players.find(({ side, unum: number }) => side === 'l' && number === unum)!;

/** Returns the angle between the direction in which a player looks and the ball, degrees. */
function measureLook(match: Match, unum: number): number {
  const { pos, body, neck } = findLeft(match, unum);
  const { ball } = match.world;
  const angle = Math.atan2(ball.pos.y - pos.y, ball.pos.x - pos.x) - body - neck;
  return (Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle))) * 180) / Math.PI;
}

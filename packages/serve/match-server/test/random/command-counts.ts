import { type Player, type PlayerCommand, SHOWN_COUNTS } from '@rcss/core';
import { type CommandRow, PLAYER_COMMANDS } from '@rcss/core/commands';
import type { Match } from '@rcss/simulator';
import type { RecordedInput } from '@rcss/simulator/recording';
import { requireThat } from './invariants.js';

type Counter = (typeof SHOWN_COUNTS)[number];

/** Counter of each command that has one. Dashes are counted in the step. */
const counterOf = (type: PlayerCommand['type']): Counter | undefined => {
  const { counter }: CommandRow = PLAYER_COMMANDS[type];
  return counter === 'dashCount' ? undefined : (counter as Counter | undefined);
};
/** Commands whose counter always increases if the body or the neck is free, or that need nothing (spec 03 §9.2 to §9.5). */
const ALWAYS_COUNTED = new Set<PlayerCommand['type']>([
  'turn',
  'tackle',
  'turn_neck',
  'change_focus',
  'attentionto_off',
]);

type Counts = Record<Counter, number>;
const readCounts = (player: Player) =>
  Object.fromEntries(SHOWN_COUNTS.map((name) => [name, player[name]])) as Counts;

/** Slots of a player in the current cycle (spec 03 §9.1), computed from the commands alone. */
interface Slots {
  isBodyFree: boolean;
  isNeckFree: boolean;
  legs: { l: boolean; r: boolean };
  hasDashed: boolean;
}
const createSlots = (): Slots => ({
  isBodyFree: true,
  isNeckFree: true,
  legs: { l: true, r: true },
  hasDashed: false,
});

interface Expectation {
  readonly player: Player;
  readonly command: PlayerCommand;
  readonly before: Counts;
  /** Allowed increases of the counter of the command. */
  readonly allowed: readonly number[];
}

/**
 * Computes from the commands of all players how their counters may change, and compares. The commands are taken from the
 * recording of the match, which gets each command before it is executed.
 */
export class CommandCounts {
  readonly #match: Match;
  readonly #slots: Slots[];
  #expectation: Expectation | null = null;
  /** Counters after the last input. */
  #last: Counts[];

  constructor(match: Match) {
    this.#match = match;
    this.#slots = match.world.players.map(createSlots);
    this.#last = match.world.players.map(readCounts);
  }

  /** Call it with every input before it is executed; steps: afterwards. */
  add(input: RecordedInput): void {
    this.settle();
    if (input.do === 'step') this.#endStep();
    else if (input.do === 'player')
      this.#expect(this.#match.world.players[input.index] as Player, input.command);
  }

  /** Checks the counters after the last command. */
  settle(): void {
    const expected = this.#expectation;
    this.#expectation = null;
    if (expected === null) return;
    const { player, command, before, allowed } = expected;
    const own = counterOf(command.type);
    for (const name of SHOWN_COUNTS) {
      const increase = player[name] - before[name];
      const isAllowed = name === own ? allowed.includes(increase) : increase === 0;
      requireThat(
        isAllowed,
        () =>
          `${JSON.stringify(command)} of ${player.side} ${player.unum} changed ${name} by ${increase}; allowed: ${name === own ? allowed : 0}`,
      );
    }
    this.#last[player.index] = readCounts(player);
  }

  #expect(player: Player, command: PlayerCommand): void {
    const slots = this.#slots[player.index] as Slots;
    // A foul by an opponent, a tackle and a substitution take or free the body at any moment.
    if (player.foulCharged > 0 || player.tackleIdle > 0) slots.isBodyFree = false;
    const { type } = command;
    let allowed: readonly number[] = [0, 1];
    const { slot }: CommandRow = PLAYER_COMMANDS[type];
    const isBodyCommand = slot === 'body' || slot === 'body+legs';
    if (isBodyCommand && !slots.isBodyFree) allowed = [0];
    else if (type === 'turn_neck' && !slots.isNeckFree) allowed = [0];
    else if (ALWAYS_COUNTED.has(type)) allowed = [1];
    this.#expectation = { player, command, before: readCounts(player), allowed };
    this.#useSlots(player, slots, command);
  }

  #useSlots(player: Player, slots: Slots, command: PlayerCommand): void {
    switch (command.type) {
      case 'turn_neck':
        slots.isNeckFree = false;
        break;
      case 'dash_leg':
        if (!slots.legs[command.leg]) return;
        slots.legs[command.leg] = false;
        slots.isBodyFree = false;
        slots.hasDashed = true;
        break;
      case 'dash':
        if (!slots.isBodyFree) return;
        if (slots.legs.l || slots.legs.r) slots.hasDashed = true;
        slots.legs = { l: false, r: false };
        slots.isBodyFree = false;
        break;
      case 'kick':
      case 'catch':
        slots.isBodyFree = false;
        break;
      case 'turn':
      case 'tackle':
        if (!slots.isBodyFree) return;
        slots.legs = { l: false, r: false };
        slots.isBodyFree = false;
        break;
      case 'move':
        // Whether a move is executed depends on the play mode; then it takes body and legs.
        if (!slots.isBodyFree || !isMoveExecuted(this.#match, player)) return;
        slots.legs = { l: false, r: false };
        slots.isBodyFree = false;
        break;
    }
  }

  #endStep(): void {
    for (const player of this.#match.world.players) {
      const slots = this.#slots[player.index] as Slots;
      const before = this.#last[player.index] as Counts;
      for (const name of SHOWN_COUNTS) {
        const expected = before[name] + (name === 'dashCount' && slots.hasDashed ? 1 : 0);
        requireThat(
          player[name] === expected,
          () =>
            `the step changed ${name} of ${player.side} ${player.unum} from ${before[name]} to ${player[name]}; expected ${expected}`,
        );
      }
      this.#slots[player.index] = createSlots();
      this.#last[player.index] = readCounts(player);
    }
  }
}

/** Whether a move of a player with a free body is executed now (spec 03 §9.2). */
function isMoveExecuted({ world }: Match, player: Player): boolean {
  const { playMode } = world;
  if (playMode === 'before_kick_off' || playMode === 'goal_l' || playMode === 'goal_r') return true;
  return (playMode === 'free_kick_l' || playMode === 'free_kick_r') && world.catcher === player.index;
}

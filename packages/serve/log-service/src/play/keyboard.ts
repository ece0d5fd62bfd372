/** Keys of the log player (spec 11 §2.3) as they come from a terminal. */
import type { ControlCommand } from './control-commands.js';

/** Descriptions of the keys, for the help. */
export const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'stop, continue'],
  ['Up, Down', 'play forward, backward'],
  ['Ctrl+Up, Ctrl+Down (f, b)', 'fast forward, rewind; each press doubles the speed'],
  ['Left, Right', 'one show back, forward'],
  ['+ -', 'twice, half as fast'],
  ['Home, End', 'first, last show'],
  ['g, Ctrl+G (G)', 'next, previous goal'],
  ['digits, Enter', 'go to this cycle'],
  ['n, p', 'next, previous log'],
  ['l', 'loop on, off'],
  ['r', 'recording on, off'],
  ['?, q', 'show these keys, quit'],
];

const KEYS: ReadonlyMap<string, ControlCommand> = new Map<string, ControlCommand>([
  [' ', { command: 'toggle' }],
  ['\x1b[A', { command: 'play' }],
  ['\x1b[B', { command: 'back' }],
  ['\x1b[C', { command: 'forward' }],
  ['\x1b[D', { command: 'backward' }],
  ['\x1b[1;5A', { command: 'fast' }],
  ['\x1b[1;5B', { command: 'rewind' }],
  ['f', { command: 'fast' }],
  ['b', { command: 'rewind' }],
  ['+', { command: 'faster' }],
  ['-', { command: 'slower' }],
  ['\x1b[H', { command: 'first' }],
  ['\x1bOH', { command: 'first' }],
  ['\x1b[1~', { command: 'first' }],
  ['\x1b[F', { command: 'last' }],
  ['\x1bOF', { command: 'last' }],
  ['\x1b[4~', { command: 'last' }],
  ['g', { command: 'next_goal' }],
  ['G', { command: 'previous_goal' }],
  ['\x07', { command: 'previous_goal' }],
  ['n', { command: 'next_log' }],
  ['p', { command: 'previous_log' }],
  ['l', { command: 'loop' }],
  ['r', { command: 'record' }],
  ['q', { command: 'quit' }],
  ['\x03', { command: 'quit' }],
  ['\x04', { command: 'quit' }],
]);

const KEY = /\x1bO.|\x1b\[[\d;]*[A-Za-z~]|[\s\S]/g;

/** Converts keys to commands; digits are kept until Enter. */
export class Keyboard {
  #digits = '';
  readonly #onCommand: (command: ControlCommand) => void;
  readonly #onHelp: () => void;

  constructor(onCommand: (command: ControlCommand) => void, onHelp: () => void) {
    this.#onCommand = onCommand;
    this.#onHelp = onHelp;
  }

  /** Digits typed so far. */
  get typed(): string {
    return this.#digits;
  }

  input(text: string): void {
    for (const key of text.match(KEY) ?? []) this.#key(key);
  }

  #key(key: string): void {
    if (/^\d$/.test(key)) {
      this.#digits = (this.#digits + key).slice(-9);
      return;
    }
    const digits = this.#digits;
    if (key === '\x7f' || key === '\b') {
      this.#digits = digits.slice(0, -1);
      return;
    }
    this.#digits = '';
    if (key === '\r' || key === '\n') {
      if (digits !== '') this.#onCommand({ command: 'cycle', value: Number(digits) });
      return;
    }
    if (key === '?') {
      this.#onHelp();
      return;
    }
    const command = KEYS.get(key);
    if (command !== undefined) this.#onCommand(command);
  }
}

import type { ConsoleLine } from './messages.js';

/** Lines that a team can write in one cycle; the others are counted. */
export const MAX_LINES_PER_CYCLE = 100;
/** Characters of a line. */
export const MAX_LINE_LENGTH = 500;

/** The `console` of a team: collects lines with cycle and player. */
export class TeamConsole {
  readonly #team: string;
  #lines: ConsoleLine[] = [];
  #dropped = 0;
  /** Cycle and player whose code runs. */
  cycle = 0;
  unum = 0;

  constructor(team: string) {
    this.#team = team;
  }

  /** What the code of the team sees as `console`. */
  readonly api: Pick<Console, 'log' | 'info' | 'debug' | 'warn' | 'error'> = {
    log: (...values) => this.#add('log', values),
    info: (...values) => this.#add('log', values),
    debug: (...values) => this.#add('log', values),
    warn: (...values) => this.#add('warn', values),
    error: (...values) => this.#add('error', values),
  };

  #add(level: ConsoleLine['level'], values: readonly unknown[]): void {
    if (this.#lines.length >= MAX_LINES_PER_CYCLE) {
      this.#dropped += 1;
      return;
    }
    const text = values.map(formatValue).join(' ').slice(0, MAX_LINE_LENGTH);
    this.#lines.push({ team: this.#team, cycle: this.cycle, unum: this.unum, level, text });
  }

  /** Returns the lines since the last call, and how many were left out. */
  take(): { lines: ConsoleLine[]; dropped: number } {
    const taken = { lines: this.#lines, dropped: this.#dropped };
    this.#lines = [];
    this.#dropped = 0;
    return taken;
  }
}

/** Text of a value: strings as they are, errors by their message, the rest as JSON. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return (
      JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toFixed(4)) : part)) ??
      String(value)
    );
  } catch {
    return String(value);
  }
}

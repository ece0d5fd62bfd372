/**
 * Reads the arguments of the commands of players (spec 03 §7), as the forms of the table of commands say. In the server, this runs for every
 * command of every player: the forms are read once, when the module is loaded, and become lists of steps.
 */
import type { PlayerCommand, SideRef, ViewQuality, ViewWidth } from '@rcss/core';
import { type CommandRow, type FormPart, PLAYER_COMMANDS, readCommandForm } from '@rcss/core/commands';
import { keywordToken, readFieldWords } from './player-keywords.js';
import { TOKEN_CLOSE, TOKEN_OPEN } from './player-lexer.js';
import { MALFORMED, type PlayerParser, STOP } from './player-parser.js';

/** Commands with a form of tokens that no other command has, and the method that reads it. */
const OWN_METHODS: Readonly<Record<string, (p: PlayerParser) => number>> = {
  dash_leg: (p) => p.readLegs(),
  say: (p) => p.readSay(),
};

/**
 * Tuning: the commands that players send in most cycles, as literals of their one or two fields. An object of a literal costs 15 ns, one whose fields
 * are set by name 50 ns (Node 24). A command that is not here is read all the same.
 */
const LITERALS: { readonly [Type in PlayerCommand['type']]?: (a: never, b: never) => PlayerCommand } = {
  dash: (power: number, dir: number) => ({ type: 'dash', power, dir }),
  turn: (moment: number) => ({ type: 'turn', moment }),
  turn_neck: (moment: number) => ({ type: 'turn_neck', moment }),
  kick: (power: number, dir: number) => ({ type: 'kick', power, dir }),
  change_view: (width: ViewWidth, quality: ViewQuality | null) => ({ type: 'change_view', width, quality }),
  pointto: (dist: number, dir: number) => ({ type: 'pointto', dist, dir }),
  attentionto: (side: SideRef, unum: number) => ({ type: 'attentionto', side, unum }),
};

/** Reads a part of a form; a field without a name is a token that must be there. */
interface Step {
  readonly name: string | null;
  readonly read: (p: PlayerParser) => unknown;
}

/** How a command is read after its first word. */
interface Reading {
  readonly type: string;
  readonly steps: readonly Step[];
  readonly build: ((a: never, b: never) => PlayerCommand) | undefined;
  readonly own: ((p: PlayerParser) => number) | undefined;
  /** The command, if it has no fields. */
  readonly constant: PlayerCommand | null;
  readonly isLast: boolean;
  /** Whether the form exists only in matches with height. */
  readonly needsHeight: boolean;
  /** The form that continues this one, if there is one. */
  longer: Reading | null;
}

function createStep(part: FormPart): Step[] {
  const expect = (token: number): Step => ({ name: null, read: (p) => p.expect(token) });
  if (part.is === 'word') return [expect(keywordToken(part.text))];
  if (part.is === 'list') return [expect(TOKEN_OPEN), ...part.parts.flatMap(createStep), expect(TOKEN_CLOSE)];
  return [{ name: part.name, read: createFieldReader(part) }];
}

function createFieldReader(part: FormPart & { is: 'field' }): Step['read'] {
  const { field, optional, name } = part;
  switch (field.kind) {
    case 'number':
    case 'finite':
      return optional ? (p) => (p.token === TOKEN_CLOSE ? 0 : p.readNumber()) : (p) => p.readNumber();
    case 'integer':
      return optional ? (p) => (p.token === TOKEN_CLOSE ? 0 : p.readInteger()) : (p) => p.readInteger();
    case 'side':
      return (p) => p.readSide();
    case 'optionalSide':
      return (p) => p.readOptionalSide();
    case 'switch':
    case 'flag':
    case 'word': {
      const words = readFieldWords(part);
      const absent = field.kind === 'word' ? null : false;
      return optional ? (p) => p.readOptionalWord<unknown>(words, absent) : (p) => p.readWord(words);
    }
    default:
      throw new Error(
        `field ${name}: commands of players have no arguments of the kind ${field.kind}; write a method for it`,
      );
  }
}

/** The commands that begin with a word: those whose next token belongs to them alone, by that token, and the others. */
interface WordReadings {
  readonly guarded: ReadonlyMap<number, Reading>;
  readonly plain: Reading;
}

function createReadings(): readonly (WordReadings | undefined)[] {
  const byWord = new Map<string, { row: CommandRow; guard: number | null; reading: Reading }[]>();
  for (const [type, row] of Object.entries<CommandRow>(PLAYER_COMMANDS)) {
    const { word, parts } = readCommandForm(row);
    const [first] = parts;
    const guard = first?.is === 'word' ? keywordToken(first.text) : first?.is === 'list' ? TOKEN_OPEN : null;
    const own = OWN_METHODS[type];
    const reading: Reading = {
      type,
      steps: own === undefined ? parts.flatMap(createStep) : [],
      build: LITERALS[type as PlayerCommand['type']],
      own,
      constant: Object.keys(row.fields).length === 0 ? ({ type } as PlayerCommand) : null,
      isLast: row.last === true,
      needsHeight: row.extension === 'height',
      longer: null,
    };
    byWord.set(word, [...(byWord.get(word) ?? []), { row, guard, reading }]);
  }
  const readings: (WordReadings | undefined)[] = [];
  for (const [word, entries] of byWord) {
    const guarded = entries.length === 1 ? [] : entries.filter(({ guard }) => guard !== null);
    const [plain, ...longer] = entries
      .filter((entry) => !guarded.includes(entry))
      .toSorted((a, b) => a.row.form.length - b.row.form.length);
    if (plain === undefined) throw new Error(`${word}: each of its forms needs another token first`);
    let last = plain;
    for (const next of longer) {
      if (!next.row.form.startsWith(`${last.row.form.slice(0, -1)} `))
        throw new Error(
          `${word}: the next token is the same for ${last.reading.type} and ${next.reading.type}`,
        );
      last.reading.longer = next.reading;
      last = next;
    }
    readings[keywordToken(word)] = {
      guarded: new Map(guarded.map(({ guard, reading }) => [guard!, reading])),
      plain: plain.reading,
    };
  }
  return readings;
}

const READINGS = createReadings();

/** Reads the arguments of the command with a first word, and reports the command. The current token is the one after the word. */
export function readArguments(p: PlayerParser, word: number): number {
  const readings = READINGS[word];
  if (readings === undefined) return MALFORMED;
  let reading = readings.plain;
  if (readings.guarded.size > 0) reading = readings.guarded.get(p.token) ?? reading;
  if (reading.own !== undefined) return reading.own(p);
  if (reading.build !== undefined && (reading.longer === null || !p.lexer.hasHeight)) {
    const a = reading.steps[0]!.read(p);
    const b = reading.steps.length < 2 ? undefined : reading.steps[1]!.read(p);
    return p.isClosing() ? p.emit(reading.build(a as never, b as never)) : MALFORMED;
  }
  return readFields(p, reading);
}

/** Reads a command whose fields are set by name, or a longer form of it. */
function readFields(p: PlayerParser, shortest: Reading): number {
  let reading = shortest;
  const command: Record<string, unknown> = { type: reading.type };
  let at = 0;
  for (;;) {
    const { steps, longer } = reading;
    for (; at < steps.length; at++) {
      const { name, read } = steps[at]!;
      const value = read(p);
      if (name !== null) command[name] = value;
    }
    if (longer === null || p.token === TOKEN_CLOSE || (longer.needsHeight && !p.lexer.hasHeight)) break;
    reading = longer;
    command['type'] = reading.type;
  }
  if (!p.isClosing()) return MALFORMED;
  const outcome = p.emit(reading.constant ?? (command as unknown as PlayerCommand));
  return reading.isLast ? STOP : outcome;
}

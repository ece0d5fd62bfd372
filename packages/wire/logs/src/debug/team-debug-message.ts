/**
 * Reads messages of the form that teams send to a debug server, as it was measured (docs/use/team/debug-channel.md): one list per cycle
 * with beliefs, a target, a text and drawings.
 */
import { err, ok, type Result, type Side } from '@rcss/core';
import type {
  DebugBall,
  DebugPlayer,
  DebugRecord,
  DebugSelf,
  DebugShape,
  DebugText,
} from '@rcss/core/debug-channel';
import { parseSexpOne, type SexpList, type SexpNode } from '@rcss/sexp';
import { type TeamFrame, teamFrame } from './team-frame.js';

/** A message of a team, converted, and the elements that were not converted. */
export interface TeamDebugMessage {
  readonly record: DebugRecord;
  /** Names of the elements that are not part of the measured form. */
  readonly unknownElements: readonly string[];
}

/** Deepest nesting of a message; measured messages have 3 levels. */
const MAX_DEPTH = 8;
/** Elements that carry no data of their own. */
const HEADER_ELEMENTS = new Set(['debug', 'time', 's']);

/**
 * Parses a message of a debug server, `((debug (format-version 5)) (time 12,0) (s l 7 ...) ...)`. Positions, velocities and
 * angles are converted from the team's frame to the field frame.
 *
 * Error codes: `not_a_debug_message`, `bad_time`, `no_self` (players report themselves only when they have localized; without it
 * the side is unknown).
 */
export function parseTeamDebugMessage(text: string): Result<TeamDebugMessage> {
  const parsed = parseSexpOne(text, { maxDepth: MAX_DEPTH });
  if (!parsed.ok) return err({ code: 'not_a_debug_message', message: parsed.error.message });
  const elements = parsed.value.kind === 'list' ? parsed.value.items.filter(isList) : [];
  if (elements.length === 0 || nameOf(elements[0]) !== 'debug')
    return err({
      code: 'not_a_debug_message',
      message: `${JSON.stringify(text.slice(0, 40))} does not begin with ((debug (format-version N))`,
    });
  const time = readTime(elements);
  if (time === null)
    return err({ code: 'bad_time', message: 'the element (time CYCLE,STOPPED) is missing or damaged' });
  const self = elements.find((element) => nameOf(element) === 's');
  const side = self === undefined ? '' : wordAt(self, 1);
  const unum = self === undefined ? Number.NaN : numberAt(self, 2);
  if ((side !== 'l' && side !== 'r') || !(Number.isInteger(unum) && unum >= 1 && unum <= 11))
    return err({
      code: 'no_self',
      message: 'the element (s SIDE NUMBER ...) is missing or damaged, so the player is unknown',
    });
  const reader = new ElementReader(side);
  for (const element of elements) reader.read(element);
  return ok({
    record: { ...time, side, unum, ...reader.finish(self as SexpList) },
    unknownElements: reader.unknownElements,
  });
}

/** Converts the elements of one message. */
class ElementReader {
  readonly unknownElements: string[] = [];
  readonly #side: Side;
  readonly #frame: TeamFrame;
  readonly #players: DebugPlayer[] = [];
  readonly #shapes: DebugShape[] = [];
  readonly #texts: DebugText[] = [];
  #ball: DebugBall | undefined;
  #point: { readonly x: number; readonly y: number } | undefined;
  #receiver: number | undefined;

  constructor(side: Side) {
    this.#side = side;
    this.#frame = teamFrame(side);
  }

  read(element: SexpList): void {
    const name = nameOf(element);
    if (HEADER_ELEMENTS.has(name)) return;
    switch (name) {
      case 'b':
        this.#ball = readObject(element, 1, this.#frame) ?? undefined;
        return;
      case 't':
      case 'o':
      case 'ut':
      case 'uo':
      case 'u':
        this.#readPlayer(element, name);
        return;
      case 'target-point':
        this.#point = readPoint(element, 1, this.#frame) ?? undefined;
        return;
      case 'target-teammate':
        if (Number.isInteger(numberAt(element, 1))) this.#receiver = numberAt(element, 1);
        return;
      case 'line':
      case 'circle':
        this.#readShape(element, name);
        return;
      case 'message':
        for (const part of wordAt(element, 1).split('|')) if (part !== '') this.#texts.push({ text: part });
        return;
      case 'say':
        this.#texts.push({ text: `say ${wordAt(element, 1)}` });
        return;
      case 'hear':
        for (const item of element.items.slice(1).filter(isList))
          this.#texts.push({ text: `hear ${numberAt(item, 0)}: ${wordAt(item, 1)}` });
        return;
      default:
        this.unknownElements.push(name);
    }
  }

  finish(self: SexpList): Omit<DebugRecord, 'time' | 'side' | 'unum'> {
    const target = {
      ...(this.#point === undefined ? {} : { point: this.#point }),
      ...(this.#receiver === undefined ? {} : { unum: this.#receiver }),
    };
    const believedSelf = readSelf(self, this.#frame);
    return {
      beliefs: {
        ...(believedSelf === null ? {} : { self: believedSelf }),
        ...(this.#ball === undefined ? {} : { ball: this.#ball }),
        players: this.#players,
      },
      ...(Object.keys(target).length === 0 ? {} : { target }),
      ...(this.#shapes.length === 0 ? {} : { shapes: this.#shapes }),
      ...(this.#texts.length === 0 ? {} : { texts: this.#texts }),
    };
  }

  /** `t` and `o`: number, type, position; `ut`, `uo` and `u`: position of a player whose number, or also team, is unknown. */
  #readPlayer(element: SexpList, name: 't' | 'o' | 'ut' | 'uo' | 'u'): void {
    const isNumbered = name === 't' || name === 'o';
    const object = readObject(element, isNumbered ? 3 : 1, this.#frame);
    if (object === null) {
      this.unknownElements.push(name);
      return;
    }
    const unum = isNumbered ? numberAt(element, 1) : Number.NaN;
    const other: Side = this.#side === 'l' ? 'r' : 'l';
    const body = findList(element, 'bd');
    this.#players.push({
      ...object,
      ...(name === 'u' ? {} : { side: name.endsWith('t') ? this.#side : other }),
      ...(unum >= 1 && unum <= 11 ? { unum } : {}),
      ...(object.note?.startsWith('G') ? { goalie: true } : {}),
      ...(body === undefined || !Number.isFinite(numberAt(body, 1))
        ? {}
        : { body: this.#frame.turn(numberAt(body, 1)) }),
    });
  }

  #readShape(element: SexpList, name: 'line' | 'circle'): void {
    const from = readPoint(element, 1, this.#frame);
    const color = wordAt(element, name === 'line' ? 5 : 4);
    const style = /^#[0-9a-f]{6}$/i.test(color) ? { color } : {};
    if (name === 'circle') {
      const radius = numberAt(element, 3);
      if (from !== null && radius >= 0) {
        this.#shapes.push({ kind: 'circle', x: from.x, y: from.y, radius, ...style });
        return;
      }
    } else {
      const to = readPoint(element, 3, this.#frame);
      if (from !== null && to !== null) {
        this.#shapes.push({ kind: 'line', x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...style });
        return;
      }
    }
    this.unknownElements.push(name);
  }
}

/** `(time CYCLE,STOPPED)` */
function readTime(elements: readonly SexpList[]): { time: number; stoppageTime: number } | null {
  const element = elements.find((candidate) => nameOf(candidate) === 'time');
  const found = element === undefined ? null : /^(\d{1,7}),(\d{1,7})$/.exec(wordAt(element, 1));
  return found === null ? null : { time: Number(found[1]), stoppageTime: Number(found[2]) };
}

/** `(s SIDE NUMBER TYPE x y vx vy body neck (c ...))` */
function readSelf(element: SexpList, frame: TeamFrame): DebugSelf | null {
  const object = readObject(element, 4, frame);
  if (object === null) return null;
  const [body, neck] = [numberAt(element, 8), numberAt(element, 9)];
  return {
    ...object,
    ...(Number.isFinite(body) ? { body: frame.turn(body) } : {}),
    ...(Number.isFinite(neck) ? { neck } : {}),
  };
}

/**
 * Position and optional velocity from item `from` on, and the comment `(c ...)`. A player's velocity is in its comment; the age of
 * the position follows the letter `p`, for the ball `g`.
 */
function readObject(element: SexpList, from: number, frame: TeamFrame): DebugBall | null {
  const point = readPoint(element, from, frame);
  if (point === null) return null;
  const comment = findList(element, 'c');
  const note = comment === undefined ? '' : wordAt(comment, 1);
  const inNote = /\((-?[\d.]+) (-?[\d.]+)\)/.exec(note);
  const vx = inNote === null ? numberAt(element, from + 2) : Number(inNote[1]);
  const vy = inNote === null ? numberAt(element, from + 3) : Number(inNote[2]);
  const age = /^G?(?:u\d+)?[pg](\d{1,6})/.exec(note);
  return {
    ...point,
    ...(Number.isFinite(vx) && Number.isFinite(vy) ? { vx: frame.sign * vx, vy: frame.sign * vy } : {}),
    ...(age === null ? {} : { age: Number(age[1]) }),
    ...(note === '' ? {} : { note }),
  };
}

function readPoint(element: SexpList, from: number, frame: TeamFrame): { x: number; y: number } | null {
  const [x, y] = [numberAt(element, from), numberAt(element, from + 1)];
  return Number.isFinite(x) && Number.isFinite(y) ? { x: frame.sign * x, y: frame.sign * y } : null;
}

function isList(node: SexpNode): node is SexpList {
  return node.kind === 'list';
}

/** Name of an element: its first atom; of a list in a list, the name of that one. */
function nameOf(element: SexpList | undefined): string {
  const first = element?.items[0];
  if (first === undefined) return '';
  return first.kind === 'list' ? nameOf(first) : first.text;
}

function findList(element: SexpList, name: string): SexpList | undefined {
  return element.items.filter(isList).find((item) => nameOf(item) === name);
}

function wordAt(element: SexpList, index: number): string {
  const item = element.items[index];
  return item === undefined || item.kind === 'list' ? '' : item.text;
}

function numberAt(element: SexpList, index: number): number {
  const word = wordAt(element, index);
  return word === '' ? Number.NaN : Number(word);
}

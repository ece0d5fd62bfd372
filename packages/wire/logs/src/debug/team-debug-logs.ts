/** Reads the debug files of teams, as they were measured (docs/use/team/debug-channel.md). */
import type { Side } from '@rcss/core';
import type { DebugMessage, DebugRecord, DebugShape, DebugText } from '@rcss/core/debug-channel';
import { type DebugLog, DebugLogBuilder, forEachLine } from './debug-log.js';
import { parseTeamDebugMessage } from './team-debug-message.js';
import { teamFrame } from './team-frame.js';

/** The client that wrote a file. */
export interface DebugClient {
  readonly side: Side;
  /** Uniform number, 1 to 11; 0 for an online coach. */
  readonly unum: number;
}

/** Reads the messages for a debug server that a team also writes to a file (`.dcl`): `%% debug [MESSAGE]` after `%% step N`. */
export function readDebugServerLog(text: string, name: string): DebugLog {
  const out = new DebugLogBuilder(name);
  const unknown = new Map<string, number>();
  forEachLine(text, out, (line, number) => {
    if (/^%% step \d+$/.test(line)) return;
    const found = /^%% debug \[(.*)\]$/.exec(line);
    const parsed = found === null ? null : parseTeamDebugMessage(found[1] as string);
    if (parsed === null)
      out.addProblem(
        number,
        `${JSON.stringify(line.slice(0, 40))} is neither '%% step N' nor '%% debug [...]'`,
      );
    else if (parsed.ok) {
      out.records.push(parsed.value.record);
      for (const element of parsed.value.unknownElements)
        if (!unknown.has(element)) unknown.set(element, number);
    } else if (parsed.error.code !== 'no_self') out.addProblem(number, parsed.error.message);
  });
  for (const [element, number] of unknown)
    out.addProblem(number, `elements '${element}' are not known and not shown`);
  return out;
}

const LOG_LINE = /^(\d{1,7}),(\d{1,7}) (-?\d{1,11}) ([a-zA-Z]) (.*)$/;

/**
 * Reads a team's debug log (`.log`): lines `CYCLE,STOPPED LEVEL KIND ...` with texts (`M`), labels (`m`), lines (`l`) and circles
 * (`c`). A level is a bit mask; -1 is all levels. A line without this form continues the text before.
 */
export function readTeamDebugLog(text: string, name: string, client: DebugClient): DebugLog {
  const out = new DebugLogBuilder(name);
  const builder = new CycleBuilder(out, client);
  const { sign } = teamFrame(client.side);
  const unknown = new Map<string, number>();
  forEachLine(text, out, (line, number) => {
    const found = LOG_LINE.exec(line);
    if (found === null) {
      builder.continueText(line);
      return;
    }
    const [, time, stopped, mask, kind, rest] = found as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    builder.begin(Number(time), Number(stopped));
    const level = levelOfMask(Number(mask));
    if (kind === 'M') builder.addText({ text: rest.slice(0, 4096), ...level });
    else {
      const shape = parseLogShape(kind, rest, sign);
      if (shape !== null) builder.addShape({ ...shape, ...level });
      else if (!unknown.has(kind)) unknown.set(kind, number);
    }
  });
  builder.flush();
  for (const [kind, number] of unknown)
    out.addProblem(number, `lines of kind '${kind}' are not known and not shown`);
  return out;
}

/** Level 1 for bit 0, up to 32; several bits give the lowest one, and all bits no level. */
function levelOfMask(mask: number): { level?: number } {
  if (mask === -1 || mask === 0) return {};
  return { level: 32 - Math.clz32(mask & -mask) };
}

/** `m x y (c COLOR) TEXT`, `l x1 y1 x2 y2 COLOR`, `c x y RADIUS COLOR`; null for other lines. */
function parseLogShape(kind: string, rest: string, sign: 1 | -1): DebugShape | null {
  const words = rest.split(' ');
  const at = (index: number): number => (words[index] === undefined ? Number.NaN : Number(words[index]));
  const colorAt = (word: string | undefined): { color?: string } =>
    word !== undefined && /^#[0-9a-f]{6}$/i.test(word) ? { color: word } : {};
  const place = (index: number): number => sign * at(index);
  const [x, y] = [place(0), place(1)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  switch (kind) {
    case 'c':
      return at(2) >= 0 ? { kind: 'circle', x, y, radius: at(2), ...colorAt(words[3]) } : null;
    case 'l': {
      const [x2, y2] = [place(2), place(3)];
      if (!Number.isFinite(x2) || !Number.isFinite(y2)) return null;
      return { kind: 'line', x1: x, y1: y, x2, y2, ...colorAt(words[4]) };
    }
    case 'm': {
      const label = /^\S+ \S+ (?:\(c (\S+)\) )?(.*)$/.exec(rest);
      return { kind: 'label', x, y, text: label?.[2] ?? '', ...colorAt(label?.[1]) };
    }
    default:
      return null;
  }
}

/** Collects lines of one cycle into one record. */
class CycleBuilder {
  readonly #out: DebugLogBuilder;
  readonly #client: DebugClient;
  #time = -1;
  #stoppageTime = 0;
  #texts: DebugText[] = [];
  #shapes: DebugShape[] = [];

  constructor(out: DebugLogBuilder, client: DebugClient) {
    this.#out = out;
    this.#client = client;
  }

  begin(time: number, stoppageTime: number): void {
    if (time === this.#time && stoppageTime === this.#stoppageTime) return;
    this.flush();
    this.#time = time;
    this.#stoppageTime = stoppageTime;
  }

  addText(text: DebugText): void {
    this.#texts.push(text);
  }

  addShape(shape: DebugShape): void {
    this.#shapes.push(shape);
  }

  continueText(line: string): void {
    const last = this.#texts.at(-1);
    if (last !== undefined) this.#texts.push({ ...last, text: line.slice(0, 4096) });
  }

  flush(): void {
    if (this.#texts.length === 0 && this.#shapes.length === 0) return;
    const record: DebugRecord = {
      time: this.#time,
      stoppageTime: this.#stoppageTime,
      ...this.#client,
      ...(this.#shapes.length === 0 ? {} : { shapes: this.#shapes }),
      ...(this.#texts.length === 0 ? {} : { texts: this.#texts }),
    };
    this.#out.records.push(record);
    this.#texts = [];
    this.#shapes = [];
  }
}

const INIT_LINE = /^\(init ([lr]) (\d{1,2}) /;
const TIMED_LINE = /^\((?:sense_body|see|hear|fullstate) (\d{1,7})[ )]/;

/**
 * Reads the messages that a client received (`.ocl`): one message per line; the first one is `(init SIDE NUMBER MODE)`. The
 * count of cycles while the time stands still is the number of sense_body messages with the same time before.
 */
export function readClientLog(text: string, name: string): DebugLog {
  const out = new DebugLogBuilder(name);
  let client: DebugClient | null = null;
  let time = 0;
  let stoppageTime = 0;
  let hasSensed = false;
  let messages: DebugMessage[] = [];
  const flush = (): void => {
    if (client !== null && messages.length > 0) out.records.push({ time, stoppageTime, ...client, messages });
    messages = [];
  };
  forEachLine(text, out, (line) => {
    const init = INIT_LINE.exec(line);
    if (init !== null) client = { side: init[1] as Side, unum: Number(init[2]) };
    const timed = TIMED_LINE.exec(line);
    if (timed !== null && (Number(timed[1]) !== time || line.startsWith('(sense_body'))) {
      const isSame = Number(timed[1]) === time;
      if (!isSame || hasSensed) {
        flush();
        stoppageTime = isSame ? stoppageTime + 1 : 0;
      }
      time = Number(timed[1]);
      hasSensed = line.startsWith('(sense_body');
    }
    messages.push({ direction: 'received', text: line });
  });
  flush();
  if (client === null)
    out.addProblem(1, "the message '(init SIDE NUMBER MODE)' is missing, so the player is unknown");
  return out;
}

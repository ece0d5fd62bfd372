/** Speed of reading and writing, relative to JSON and plain string building in the same run. */
import { Bench } from 'tinybench';
import { formatG6 } from '../src/entries/numbers.js';
import { ByteWriter, encodeLatin1, parseSexp, SexpCursor, type SexpNode } from '../src/index.js';
import { wireLines } from '../test/wire-lines.js';

const lines = wireLines.filter((line) =>
  /^\((see|sense_body|fullstate|see_global|show|player_type) /.test(line),
);
const sexpBytes = lines.map(encodeLatin1);

/** The same content as JSON: lists as arrays, numbers as numbers, other atoms and strings as strings. */
function plain(node: SexpNode): unknown {
  if (node.kind === 'list') return node.items.map(plain);
  const value = Number(node.text);
  return node.kind === 'atom' && Number.isFinite(value) ? value : node.text;
}
const jsonLines = lines.map((line) => {
  const parsed = parseSexp(line);
  return JSON.stringify(parsed.ok ? parsed.value.map(plain) : null);
});
const size = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0);
console.log(
  `${lines.length} messages, ${size(lines)} bytes as S-expressions, ${size(jsonLines)} bytes as JSON`,
);

const cursor = new SexpCursor();
let sink = 0;

/** Reads every item: numbers as numbers, names by comparison, strings as strings. */
function readAll(source: string | Uint8Array): number {
  let sum = 0;
  cursor.reset(source);
  for (;;) {
    while (cursor.peekNumeric()) sum += cursor.readNumber();
    const kind = cursor.peekKind();
    if (kind === 'list') cursor.enterList();
    else if (kind === 'close') cursor.leaveList();
    else if (kind === 'end') return sum;
    else if (kind === 'string') sum += cursor.readQuoted().length;
    else if (!cursor.takeAtom('f')) cursor.skip();
  }
}

/** Visits the result of JSON.parse like the cursor visits the text. */
function visit(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value === 'f' ? 1 : value.length;
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += visit(item);
  return sum;
}

/** Sixty objects with four numbers each, the form of a long see message. */
const names = Array.from({ length: 60 }, (_, i) => ` ((f x ${i})`);
const nameBytes = names.map(encodeLatin1);
const values = Array.from({ length: 240 }, (_, i) => {
  const quantum = [0.1, 1, 0.02, 0.1][i % 4]!;
  return Math.round(((i * 7919) % 1000) - 300) * quantum;
});
const doubles = values.map((value, i) => value * (1 + i * 1e-5) + Math.PI);
const writer = new ByteWriter();

function writeSee(numbers: number[]): void {
  writer.reset().ascii('(see ').int(1234);
  for (let i = 0; i < 60; i++) {
    writer.bytes(nameBytes[i]!);
    for (let j = 0; j < 4; j++) writer.byte(0x20).g6(numbers[i * 4 + j]!);
    writer.byte(0x29);
  }
  sink += writer.byte(0x29).nul().view().length;
}

function joinSee(numbers: number[]): void {
  let text = '(see 1234';
  for (let i = 0; i < 60; i++) {
    text += names[i];
    for (let j = 0; j < 4; j++) text += ` ${numbers[i * 4 + j]}`;
    text += ')';
  }
  sink += encodeLatin1(`${text})\0`).length;
}

/**
 * Measures the best median of several rounds. The tasks alternate, so that other load affects all of them equally.
 */
async function run(title: string, baseline: string, tasks: Record<string, () => void>): Promise<void> {
  const micros = new Map<string, number>();
  for (let round = 0; round < 5; round++) {
    const bench = new Bench({ time: 100, warmupTime: round === 0 ? 200 : 20 });
    for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
    await bench.run();
    for (const task of bench.tasks) {
      const median = task.result?.latency.p50;
      if (median === undefined) throw new Error(`${task.name}: no result`);
      micros.set(task.name, Math.min(median * 1000, micros.get(task.name) ?? Number.POSITIVE_INFINITY));
    }
  }
  console.log(`\n${title}`);
  for (const [name, time] of micros) {
    const ratio = micros.get(baseline)! / time;
    console.log(`  ${name.padEnd(36)} ${time.toFixed(2).padStart(10)} us  ${ratio.toFixed(2)}x`);
  }
}

await run('read all messages', 'JSON.parse', {
  'JSON.parse': () => {
    for (const line of jsonLines) sink += (JSON.parse(line) as unknown[]).length;
  },
  'JSON.parse and visit': () => {
    for (const line of jsonLines) sink += visit(JSON.parse(line));
  },
  'SexpCursor over text': () => {
    for (const line of lines) sink += readAll(line);
  },
  'SexpCursor over bytes': () => {
    for (const line of sexpBytes) sink += readAll(line);
  },
  'SexpCursor skip over bytes': () => {
    for (const line of sexpBytes) {
      cursor.reset(line);
      if (cursor.skip()) sink++;
    }
  },
  parseSexp: () => {
    for (const line of lines) if (parseSexp(line).ok) sink++;
  },
});

await run('write a see message of 60 objects, 240 numbers', 'strings, shortest digits', {
  'strings, shortest digits': () => joinSee(values),
  'ByteWriter, quantized values': () => writeSee(values),
  'ByteWriter, arbitrary doubles': () => writeSee(doubles),
});

await run('240 arbitrary doubles as text', 'toPrecision(6)', {
  'toPrecision(6)': () => {
    for (const value of doubles) sink += value.toPrecision(6).length;
  },
  formatG6: () => {
    for (const value of doubles) sink += formatG6(value).length;
  },
});

if (Number.isNaN(sink)) console.log('not a number');

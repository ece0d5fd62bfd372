/**
 * Speed of encoding and decoding the messages of one player. The first row of each group is the baseline: a JSON
 * text of the same contents.
 */
import { createFullstateObservation } from '@rcss/core/observation';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import { Bench } from 'tinybench';
import {
  createPlayerEncoding,
  decodePlayerCommands,
  encodeFullstate,
  encodeSee,
  encodeSenseBody,
} from '../src/entries/player.js';
import { decodePlayerMessage } from '../src/index.js';
import { RECORDED_TEAMS, toSeeObservation, toSenseBodyObservation } from '../test/from-message.js';
import recorded from '../testdata/player-messages.json' with { type: 'json' };

const messages = (recorded as { version: number; side: string; messages: string[] }[])
  .filter((group) => group.version === 19 && group.side === 'l')
  .flatMap((group) => group.messages);
const longest = (head: string): string =>
  messages.filter((m) => m.startsWith(head)).sort((a, b) => b.length - a.length)[0]!;
const seeText = longest('(see ');
const bodyText = longest('(sense_body ');
const decoded = (text: string) => {
  const result = decodePlayerMessage(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const seen = decoded(seeText);
const body = decoded(bodyText);
if (seen.type !== 'see' || body.type !== 'sense_body') throw new Error('the recorded messages are others');
const see = toSeeObservation(seen, RECORDED_TEAMS.leftShown);
// Even the longest recorded message has few players. Add as many players as in a match, with values of usual
// length.
for (let i = 0; i < 7; i++) {
  Object.assign(see.objects[see.count++]!, {
    kind: 'player',
    detail: i < 4 ? 'full' : 'team',
    index: i * 3,
    dist: 7.3 + 3.3 * i,
    dir: 11 * i - 40,
    hasMotion: i < 4,
    distChange: -0.14 * i,
    dirChange: 1.3 - i,
    bodyDir: 30 * i - 100,
    headDir: 20 * i - 60,
  });
}
const sense = toSenseBodyObservation(body);
const full = createFullstateObservation();
full.count = 22;
for (const [i, p] of full.players.entries()) {
  Object.assign(p, {
    unum: (i % 11) + 1,
    side: i < 11 ? 'l' : 'r',
    x: Math.sin(i) * 50,
    y: Math.cos(i) * 30,
  });
  Object.assign(p, {
    vx: Math.sin(i * 3) * 0.4,
    vy: Math.cos(i * 5) * 0.4,
    body: i * 13.37,
    stamina: 8000 - i * 33.3,
  });
}
const encoding = createPlayerEncoding(19, 'l', RECORDED_TEAMS);
const w = new ByteWriter();
const seeBytes = encodeSee(w.reset(), see, encoding).copy();
const seeString = String.fromCharCode(...seeBytes);
const command = encodeLatin1('(dash 100 30.5)(turn_neck -20)(say "abcdefgh")(attentionto our 7)(done)');
const turn = encodeLatin1('(turn 12.5)');
let commands = 0;

const bench = new Bench({ time: 500 });
bench
  .add('JSON.stringify of a see', () => JSON.stringify(seen))
  .add(
    `encodeSee, ${see.count} objects, ${seeBytes.length} bytes`,
    () => void encodeSee(w.reset(), see, encoding),
  )
  .add(`encodeSenseBody, ${bodyText.length} bytes`, () => void encodeSenseBody(w.reset(), sense, encoding))
  .add('encodeFullstate, 22 players', () => void encodeFullstate(w.reset(), full, encoding))
  .add('decodePlayerMessage of the see', () => void decodePlayerMessage(seeBytes))
  .add('decodePlayerMessage of the see as text', () => void decodePlayerMessage(seeString))
  .add('decodePlayerCommands, one', () => void decodePlayerCommands(turn, () => commands++))
  .add('decodePlayerCommands, five', () => void decodePlayerCommands(command, () => commands++));
await bench.run();

let base = 0;
for (const { name, result } of bench.tasks) {
  if (result === undefined || !('latency' in result)) continue;
  const us = (result.latency.p50 ?? Number.NaN) * 1000;
  if (base === 0) base = us;
  console.log(`${name.padEnd(48)} ${us.toFixed(2).padStart(8)} us  ${(us / base).toFixed(2)} x`);
}

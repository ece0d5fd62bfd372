/**
 * Speed of encoding and decoding a show in every version of the monitor protocol, and of encoding a global view.
 * The first row is the baseline: JSON.stringify of the frame.
 */
import { MONITOR_VERSIONS } from '@rcss/core/versions';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import { Bench } from 'tinybench';
import { encodeGlobal } from '../src/entries/coach.js';
import { createMonitorCodec } from '../src/entries/monitor.js';
import { decodeCoachMessage, decodeMonitorDatagram } from '../src/index.js';
import { toGlobalObservation } from '../test/reencode-coach.js';
import recorded from '../testdata/coach-messages.json' with { type: 'json' };
import streams from '../testdata/monitor-streams.json' with { type: 'json' };

const shown = decodeMonitorDatagram(encodeLatin1(streams['5'].shows[2]!), 5);
if (!shown.ok || shown.value.type !== 'show') throw new Error('the recorded show is another one');
const { frame } = shown.value;
// Positions and velocities as in play, with all their digits.
for (const [i, player] of frame.players.entries()) {
  Object.assign(player, {
    x: Math.sin(i) * 50,
    y: Math.cos(i) * 30,
    vx: Math.sin(i * 3) * 0.4,
    body: i * 13.37 - 140,
  });
  Object.assign(player, {
    vy: Math.cos(i * 5) * 0.4,
    stamina: 8000 - i * 33.333,
    capacity: 130600 - i * 1000.7,
    dashCount: 99 * i,
  });
}
const text = recorded
  .flatMap((group) => (group.version === 19 ? group.messages : []))
  .filter((message) => message.startsWith('(see_global'))
  .sort((a, b) => b.length - a.length)[0]!;
const view = decodeCoachMessage(text);
if (!view.ok || view.value.type !== 'global') throw new Error('the recorded view is another one');
const observation = toGlobalObservation(view.value, 'Alpha');
observation.count = 22;
for (const [i, player] of observation.players.entries()) {
  Object.assign(player, {
    side: i < 11 ? 'l' : 'r',
    unum: (i % 11) + 1,
    x: Math.sin(i) * 50,
    y: Math.cos(i) * 30,
    body: i,
  });
}
const names = { left: 'Alpha', right: 'Beta' };
const w = new ByteWriter();

const bench = new Bench({ time: 500 });
bench.add('JSON.stringify of a frame', () => JSON.stringify(frame));
for (const version of MONITOR_VERSIONS) {
  const codec = createMonitorCodec(version, { everyShow: true });
  const bytes = codec.encodeShow(frame).slice();
  bench.add(`show, version ${version}, ${bytes.length} bytes`, () => void codec.encodeShow(frame));
  bench.add(`show read, version ${version}`, () => void decodeMonitorDatagram(bytes, version, { frame }));
}
bench.add('encodeGlobal, 22 players', () => {
  encodeGlobal(w.reset(), observation, { version: 19, observer: null, names, kind: 'periodic' });
});
await bench.run();

let base = 0;
for (const { name, result } of bench.tasks) {
  if (result === undefined || !('latency' in result)) continue;
  const us = (result.latency.p50 ?? Number.NaN) * 1000;
  if (base === 0) base = us;
  console.log(`${name.padEnd(48)} ${us.toFixed(2).padStart(8)} us  ${(us / base).toFixed(2)} x`);
}

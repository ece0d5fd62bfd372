// A team of eleven players for tests: `node team-fixture.mjs BEHAVIOR HOST PORT TEAM`. Every player turns or dashes in each cycle until the
// behavior begins.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';

const [behavior, host, port, team] = process.argv.slice(2);
/** Decisions of the first player after which the behavior begins. */
const DECISIONS = 20;
const kept = [];

const BEHAVIORS = {
  crash: () => {
    process.stderr.write('segmentation fault\n');
    process.exit(4);
  },
  hang: () => {
    for (;;);
  },
  'use-memory': () => setInterval(() => kept.push(Buffer.alloc(30e6, 1)), 20),
  'write-much': () => setInterval(() => process.stdout.write('x'.repeat(4e6)), 10),
  flood: ({ socket, to }) => setInterval(() => repeat(300, () => socket.send('(turn 1)', to, host)), 5),
};

function repeat(count, call) {
  for (let i = 0; i < count; i++) call(i);
}

function connect(unum) {
  const socket = createSocket('udp4');
  let to = Number(port);
  let decisions = 0;
  socket.on('message', (message, { port: from }) => {
    to = from;
    const text = message.toString('latin1').replace('\0', '');
    if (text.startsWith('(think)')) {
      decisions += 1;
      if (unum === 1 && decisions === DECISIONS) BEHAVIORS[behavior]?.({ socket, to });
      socket.send(`(${decisions % 2 === 0 ? 'dash 20' : 'turn 5'})(done)`, to, host);
    } else if (text.startsWith('(sense_body') && behavior === 'real-time') socket.send('(turn 5)', to, host);
  });
  socket.send(`(init ${team} (version 19)${unum === 1 ? ' (goalie)' : ''})`, to, host);
}

if (behavior === 'no-start') {
  process.stderr.write('no license\n');
  process.exit(3);
}
// A process that outlives its parent unless the group is ended.
if (behavior === 'leave-child') spawn('sleep', ['1000', host, port, team]).unref();
// One after the other: the numbers follow the order of the connections.
repeat(11, (i) => setTimeout(() => connect(i + 1), 20 * i));

#!/usr/bin/env node
/**
 * A team for tests: connects players and answers (think) with (done). Arguments: HOST PORT OLCOACH_PORT TEAM.
 * FAKE_PLAYERS: number of players (11). FAKE_LEAVE: cycle at which all of them leave, or only the one with the number FAKE_LEAVER. FAKE_REFEREE: a command that it gives as a monitor.
 * FAKE_MISS: player 1 does not send (done) in the cycles that are divisible by this number.
 */
import { createSocket } from 'node:dgram';

const [host, port, olcoachPort, team] = process.argv.slice(2);
const count = Number(process.env['FAKE_PLAYERS'] ?? 11);
const leaver = Number(process.env['FAKE_LEAVER'] ?? 0);
const leaveAt = Number(process.env['FAKE_LEAVE'] ?? Number.POSITIVE_INFINITY);
const miss = Number(process.env['FAKE_MISS'] ?? Number.POSITIVE_INFINITY);
console.log(`${process.cwd()} ${host} ${olcoachPort} ${team} ${process.env['RCSS_SIDE']}`);
// The caller ends a start script even if the script ignores SIGTERM.
if (process.env['FAKE_STUBBORN'] !== undefined) process.on('SIGTERM', () => {});

function connect(number) {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    let now = 0;
    socket.on('message', (bytes, from) => {
      const text = bytes.toString('latin1');
      const say = (line) => socket.send(`${line}\0`, from.port, host);
      if (text.startsWith('(init ')) resolve(say);
      const time = Number(/^\(sense_body (\d+)/.exec(text)?.[1] ?? 0);
      now = time || now;
      if (time >= leaveAt && (leaver === 0 || leaver === number)) say('(bye)');
      else if (text.startsWith('(think)') && !(number === 1 && now > 0 && now % miss === 0)) say('(done)');
    });
    socket.send(`(init ${team} (version 19))\0`, Number(port), host);
  });
}

for (let i = 0; i < count; i++) await connect(i + 1);
const command = process.env['FAKE_REFEREE'];
if (command !== undefined) {
  const monitor = createSocket('udp4');
  monitor.once('message', (_, from) => monitor.send(`${command}\0`, from.port, host));
  monitor.send('(dispinit version 4)\0', Number(port), host);
}
console.log(`${count} players`);

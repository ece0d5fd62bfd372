#!/usr/bin/env node
// A server with deliberate faults, to check that the kit detects them: runs a real server and changes its messages.
//
//   rcss-conformance --server "node tools/mutant.mjs --out 's/(speed 0.4 /(speed 0.5 /' -- <server command>"
//
//   --out s/REGEX/TEXT/FLAGS   change messages of the server         --drop REGEX   lose messages of the server
//   --in  s/REGEX/TEXT/FLAGS   change messages of the clients        --no-nul       leave out the ending NUL
//   --swap REGEX               send a matching message after the next one to the same client
// Only plain text messages are changed; compressed and binary ones pass.

import { spawn } from 'node:child_process';
import dgram from 'node:dgram';

const argv = process.argv.slice(2);
const rest = argv.indexOf('--');
if (rest < 0) throw new Error('usage: mutant.mjs [changes] -- SERVER COMMAND; the -- is missing');
const rules = { out: [], in: [], drop: [], swap: [], nul: true };

function substitution(text) {
  const [, from, to, flags] = text.split(text[1]);
  return { from: new RegExp(from, flags), to };
}
for (let i = 0; i < rest; i += 1) {
  switch (argv[i]) {
    case '--out':
      rules.out.push(substitution(argv[(i += 1)]));
      break;
    case '--in':
      rules.in.push(substitution(argv[(i += 1)]));
      break;
    case '--drop':
      rules.drop.push(new RegExp(argv[(i += 1)]));
      break;
    case '--swap':
      rules.swap.push(new RegExp(argv[(i += 1)]));
      break;
    case '--no-nul':
      rules.nul = false;
      break;
    default:
      throw new Error(`unknown change ${argv[i]}; the header of this file lists the changes`);
  }
}

const canBind = (port) =>
  new Promise((resolve, reject) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', reject);
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.removeListener('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
  });

/** Three ports for the real server, far from those of the kit. */
async function findServerPorts(near) {
  for (let port = 20000 + ((near - 20000 + 5003) % 9990); ; port += 3) {
    try {
      const sockets = [await canBind(port), await canBind(port + 1), await canBind(port + 2)];
      for (const s of sockets) s.close();
      return port;
    } catch {
      /* taken */
    }
  }
}

const command = argv.slice(rest + 1);
const option = (name) => Number(command.find((a) => a.startsWith(`${name}=`)).split('=')[1]);
const front = [option('server::port'), option('server::coach_port'), option('server::olcoach_port')];
const backFirst = await findServerPorts(front[0]);
const back = [backFirst, backFirst + 1, backFirst + 2];
const names = ['server::port', 'server::coach_port', 'server::olcoach_port'];
const args = command.map((a) => {
  const at = names.findIndex((n) => a.startsWith(`${n}=`));
  return at < 0 ? a : `${names[at]}=${back[at]}`;
});

const isText = (bytes) => bytes[0] === 0x28;

function applySubstitutions(bytes, list) {
  if (!isText(bytes)) return bytes;
  let text = bytes.toString('latin1');
  for (const { from, to } of list) text = text.replace(from, to);
  return Buffer.from(text, 'latin1');
}

/** Passes one message of the server on, changed; `kept` holds back a message that is to be swapped. */
function relayToClient(bytes, state, send) {
  const text = isText(bytes) ? bytes.toString('latin1') : '';
  if (text && rules.drop.some((r) => r.test(text))) return;
  let changed = applySubstitutions(bytes, rules.out);
  if (!rules.nul && text && changed[changed.length - 1] === 0) changed = changed.subarray(0, -1);
  if (state.kept) {
    send(changed);
    send(state.kept);
    state.kept = null;
  } else if (text && rules.swap.some((r) => r.test(text))) {
    state.kept = changed;
  } else {
    send(changed);
  }
}

for (const [i, port] of front.entries()) {
  const frontPort = await canBind(port);
  const clients = new Map();
  frontPort.on('message', async (bytes, from) => {
    const key = from.port;
    if (!clients.has(key)) clients.set(key, openClient(frontPort, back[i], from.port));
    const up = await clients.get(key);
    up.send(applySubstitutions(bytes, rules.in), back[i], '127.0.0.1');
  });
}

/** A socket to the server for one client; answers from new server ports get a port of their own. */
async function openClient(door, backPort, clientPort) {
  const up = await canBind(0);
  const doors = new Map([[backPort, Promise.resolve(door)]]);
  const state = { kept: null };
  let queue = Promise.resolve();
  up.on('message', (bytes, from) => {
    if (!doors.has(from.port)) {
      doors.set(
        from.port,
        canBind(0).then((socket) => {
          socket.on('message', (reply) =>
            up.send(applySubstitutions(reply, rules.in), from.port, '127.0.0.1'),
          );
          return socket;
        }),
      );
    }
    queue = queue.then(async () => {
      const socket = await doors.get(from.port);
      relayToClient(bytes, state, (b) => socket.send(b, clientPort, '127.0.0.1'));
    });
  });
  return up;
}

const child = spawn(args[0], args.slice(1), { stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 0));
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));

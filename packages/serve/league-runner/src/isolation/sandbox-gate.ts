/**
 * First program in the sandbox of a team: opens the ports of the server on the loopback interface of the sandbox, which has no other network,
 * and starts the team. Datagrams go over a Unix socket to the gate outside, which passes them to the server. The answers of a server come
 * from other ports than that of the request, so that the ports of the sandbox are opened as the server uses them.
 *
 * Arguments: SOCKET PORT[,PORT…] [COMMAND ARGUMENT…]. Without a command, the team starts elsewhere in the same network. The team can end this program and then only loses its own connection.
 */
import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { encodeGateFrame, FrameReader } from './frames.js';

const LOOPBACK = '127.0.0.1';
const MAX_PORTS = 128;

const [socketPath = '', portList = '', file, ...args] = process.argv.slice(2);
const ports = new Map<number, Promise<Socket | null>>();
const stream = connect(socketPath);
let isBlocked = false;

/** Opens a port of the server in the sandbox; null if a program of the team has it. */
function openPort(port: number): Promise<Socket | null> {
  const known = ports.get(port);
  if (known !== undefined) return known;
  const opening = new Promise<Socket | null>((resolve) => {
    if (ports.size >= MAX_PORTS) return resolve(null);
    const socket = createSocket('udp4');
    socket.on('error', () => resolve(null));
    socket.on('message', (bytes, from) => {
      // As the buffer of a socket that is full, a stream that is full drops datagrams.
      if (!isBlocked) isBlocked = !stream.write(encodeGateFrame({ client: from.port, server: port, bytes }));
    });
    socket.bind(port, LOOPBACK, () => resolve(socket));
  });
  ports.set(port, opening);
  return opening;
}

stream.on('drain', () => {
  isBlocked = false;
});
// The match is over, or the program outside has ended: the end of this program ends all processes of the sandbox.
stream.on('close', () => process.exit(0));
stream.on('error', () => process.exit(1));

const reader = new FrameReader();
stream.on('data', (chunk: Buffer) => {
  reader.add(chunk);
  for (let frame = reader.next(); frame !== null; frame = reader.next()) {
    const { client, server } = frame;
    const bytes = Buffer.from(frame.bytes);
    void openPort(server).then((socket) => socket?.send(bytes, client, LOOPBACK, () => {}));
  }
});

await Promise.all(portList.split(',').map((port) => openPort(Number(port))));
if (file !== undefined) {
  const child = spawn(file, args, { stdio: 'inherit' });
  child.on('error', ({ message }) => {
    process.stderr.write(`${file}: ${message}\n`);
    process.exit(127);
  });
  // A start script may end while the players that it has started go on.
  child.on('exit', (status) => {
    if (status !== 0) process.exit(status ?? 1);
  });
}

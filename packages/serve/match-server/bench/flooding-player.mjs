// A player that sends 200 datagrams with 1,170 commands each per cycle. Argument: the port of players.
import { createSocket } from 'node:dgram';

const HOST = '127.0.0.1';
const CYCLE_MS = 100;
const DATAGRAMS = 200;
const COMMANDS = 1170;

const port = Number(process.argv[2]);
const bytes = Buffer.from(`${'(score)'.repeat(COMMANDS)}\0`);
const socket = createSocket('udp4');
let ownPort = 0;
socket.on('message', (_, from) => {
  ownPort = from.port;
});
socket.send('(init Loud (version 19))\0', port, HOST);
setInterval(() => {
  if (ownPort === 0) return;
  for (let i = 0; i < DATAGRAMS; i++) socket.send(bytes, ownPort, HOST);
}, CYCLE_MS);

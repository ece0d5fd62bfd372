import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { ClientSocket } from './index.js';

vi.mock('./direct-send.js', () => ({ openDirectSend: () => null }));

const HOST = '127.0.0.1';

test('without the native handle, a client socket sends in call order and reports a closed port', async () => {
  const client = createSocket('udp4');
  client.bind(0, HOST);
  await once(client, 'listening');
  const answers: string[] = [];
  client.on('message', (bytes) => answers.push(String(bytes)));
  let lost = 0;
  const socket = new ClientSocket(
    { bindAddress: HOST, address: HOST, port: client.address().port },
    () => {},
    () => {
      lost += 1;
    },
  );
  socket.send(Buffer.from('1'));
  socket.send(Buffer.from('2'));
  await expect.poll(() => answers).toEqual(['1', '2']);
  client.close();
  await expect
    .poll(() => {
      socket.send(Buffer.from('x'));
      return lost;
    })
    .toBe(1);
  socket.close();
});

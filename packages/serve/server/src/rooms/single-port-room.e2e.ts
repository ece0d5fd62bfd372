import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Client } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

const ADDRESSES: readonly (readonly [clientAddress: string, hosts: readonly string[]])[] = [
  ['127.0.0.1', ['127.0.0.1']],
  ...(hasIPv6 ? [['::', ['::1', '127.0.0.1']] as const] : []),
];

describe.skipIf(process.platform === 'win32')('rooms with singlePort', () => {
  it.each(ADDRESSES)(
    'at %s serve players and monitors of %j on one port per room',
    async (clientAddress, hosts) => {
      const rooms = createTestHost({ clientAddress, singlePort: true });
      const ports: number[] = [];
      for (let i = 0; i < 2; i++) {
        const { id, ports: opened } = await rooms.create({ document: STEPPED });
        const { player } = opened;
        ports.push(player);
        for (const host of hosts) {
          for (const request of ['(init Alpha (version 19))', '(dispinit version 4)']) {
            const client = await Client.open(player, 0, host);
            client.send(request);
            await client.next('(server_param');
            expect([...new Set(client.received.map((message) => message.port))]).toEqual([player]);
          }
        }
        expect((await rooms.read(id)).clients).toMatchObject({
          players: hosts.length,
          monitors: hosts.length,
        });
      }
      expect(ports[0]).not.toBe(ports[1]);
    },
  );
});

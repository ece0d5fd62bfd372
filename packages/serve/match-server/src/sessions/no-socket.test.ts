import { describe, expect, it } from 'vitest';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  countAllowedLines,
  startTestServer,
  type TestServer,
} from '../../test/harness.js';

/** Makes the system refuse further sockets of a server, as if no file descriptor were free. Returns a function that ends this. */
function refuseSockets({ server }: TestServer): () => void {
  const { bindAddress } = server.net;
  // An address for documentation (RFC 5737), which no machine has.
  Object.assign(server.net, { bindAddress: '203.0.113.1' });
  return () => Object.assign(server.net, { bindAddress });
}

describe('a client for which the system opens no socket (spec 03 §2.3, spec 10 §2.2)', () => {
  it('is refused with connection_failed and takes no place', async () => {
    const server = await startTestServer({ server: { coach: true } });
    await connectPlayer(server, 'Alpha');
    const start = performance.now();
    const allow = refuseSockets(server);
    const { player, coach, olcoach } = server.ports;
    for (const [port, text] of [
      [player, '(init Alpha (version 19))'],
      [player, '(reconnect Alpha 1)'],
      [player, '(dispinit version 4)'],
      [olcoach, '(init Alpha (version 19))'],
      [coach, '(init (version 19))'],
    ] as const) {
      const client = await Client.open(port);
      client.send(text);
      expect([text, (await client.next('(error')).text]).toEqual([text, '(error connection_failed)']);
    }
    expect(server.match.world.players.filter(({ enabled }) => enabled)).toHaveLength(1);
    expect(server.err[0]).toContain('which is refused: bind EADDRNOTAVAIL 203.0.113.1');
    expect(server.err.length).toBeLessThanOrEqual(countAllowedLines(start));
    allow();
    const second = await connectPlayer(server, 'Alpha');
    expect(second.received[0]!.text).toBe('(init l 2 before_kick_off)');
    await connectMonitor(server);
    await connectTrainer(server);
    expect((await connectOnlineCoach(server)).received[0]!.text).toMatch(/^\(init l/);
  });

  it('does not end the connected player whose place it asks for', async () => {
    const server = await startTestServer();
    const first = await connectPlayer(server, 'Alpha');
    refuseSockets(server);
    const other = await Client.open(server.ports.player);
    other.send('(reconnect Alpha 1)');
    await other.next('(error connection_failed)');
    first.skip();
    await first.next('(sense_body');
  });
});

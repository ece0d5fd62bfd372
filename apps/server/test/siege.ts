import { deflateSync } from 'node:zlib';
import { Client, monitor, onlineCoach, player, sleep, type TestServer, trainer } from './harness.js';
import { hostile, randomFrom } from './hostile.js';

const DONE = deflateSync(Buffer.from('(done)\0'));

/** Datagrams per burst of every attacker. */
const BURST = 12;
/** Rounds after which the unknown senders are replaced. */
const FASHION = 10;

/**
 * Attacks a synchronous server for some rounds with all kinds of clients while two regular players play. Attackers
 * that the server removes are not replaced; unknown senders attack in every round.
 *
 * @returns steps that the match made meanwhile
 */
export async function besiege(
  server: TestServer,
  seed: number,
  rounds: number,
): Promise<{ steps: number; sent: number }> {
  const random = randomFrom(seed);
  const good = [
    await player(server, 'Good', { obedient: true }),
    await player(server, 'Good', { obedient: true }),
  ];
  const ports = [server.ports.player, server.ports.coach, server.ports.olcoach];
  let strangers: Client[] = [];
  const inside = [
    await player(server, 'Bad', { obedient: true }),
    await player(server, 'Bad', { version: 7, obedient: true }),
    await player(server, 'Bad', { version: 14, obedient: true }),
    await onlineCoach(server, 'Bad'),
    await trainer(server),
    await monitor(server, 4),
    await monitor(server, 2),
  ];
  const steps = server.server.match.steps;
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    // Some unknown senders become clients by a valid init; they are closed without bye and replaced.
    if (round % FASHION === 0) {
      for (const stranger of strangers) stranger.close();
      strangers = await Promise.all(ports.map((port) => Client.open(port)));
    }
    for (const [index, stranger] of strangers.entries()) {
      for (let n = 0; n < BURST; n++) stranger.sendBytes(hostile(random), ports[index]!);
    }
    for (const client of inside) {
      for (let n = 0; n < BURST; n++) client.sendBytes(hostile(random));
      // A client that sends nothing delays a synchronous match; these send invalid data and answer. Some have
      // compression on.
      client.send('(done)');
      client.sendBytes(DONE);
    }
    sent += BURST * (strangers.length + inside.length);
    // All datagrams are received and handled before more are sent; otherwise the system would drop most of them.
    await sleep(1);
    for (const client of [...good, ...strangers, ...inside]) {
      client.skip();
      client.received.length = 0;
      client.rewind();
    }
  }
  return { steps: server.server.match.steps - steps, sent };
}

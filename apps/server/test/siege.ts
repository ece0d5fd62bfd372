import { deflateSync } from 'node:zlib';
import { Client, monitor, onlineCoach, player, sleep, type TestServer, trainer } from './harness.js';
import { hostile, randomFrom } from './hostile.js';

const DONE = deflateSync(Buffer.from('(done)\0'));

/** Datagrams per burst of every attacker. */
const BURST = 12;
/** Rounds after which the strangers are replaced. */
const FASHION = 10;

/**
 * Attacks a synchronous server for some rounds from all sides while two quiet players play. Attackers who get thrown
 * out by chance are not replaced; strangers go on all the time.
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
    // By chance strangers become clients; they vanish without a word, and others come.
    if (round % FASHION === 0) {
      for (const stranger of strangers) stranger.close();
      strangers = await Promise.all(ports.map((port) => Client.open(port)));
    }
    for (const [index, stranger] of strangers.entries()) {
      for (let n = 0; n < BURST; n++) stranger.sendBytes(hostile(random), ports[index]!);
    }
    for (const client of inside) {
      for (let n = 0; n < BURST; n++) client.sendBytes(hostile(random));
      // A client that sends nothing delays a synchronous match; these send nonsense and answer. Some have compression
      // on by now.
      client.send('(done)');
      client.sendBytes(DONE);
    }
    sent += BURST * (strangers.length + inside.length);
    // Everything is received and judged before more comes, or the system would drop most of it.
    await sleep(1);
    for (const client of [...good, ...strangers, ...inside]) {
      client.skip();
      client.received.length = 0;
      client.rewind();
    }
  }
  return { steps: server.server.match.steps - steps, sent };
}

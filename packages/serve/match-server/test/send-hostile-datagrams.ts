import { deflateSync } from 'node:zlib';
import { createRandom } from '../../../kit/kit/test/random.mjs';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  sleep,
  type TestServer,
} from './harness.js';
import { createHostileDatagram } from './hostile-datagrams.js';

const DONE = deflateSync(Buffer.from('(done)\0'));

/** Datagrams per burst of every attacker. */
const BURST_SIZE = 12;
/** Rounds after which the unknown senders are replaced. */
const REPLACEMENT_INTERVAL = 10;

/**
 * Attacks a synchronous server for some rounds with all kinds of clients while two regular players play. Attackers
 * that the server removes are not replaced; unknown senders attack in every round. The attack goes on until the match
 * has made `leastSteps` steps, for at most twenty times as many rounds: on a busy machine, a step takes more rounds.
 *
 * @returns steps that the match made meanwhile
 */
export async function sendHostileDatagrams(
  server: TestServer,
  seed: number,
  rounds: number,
  leastSteps = 0,
): Promise<{ steps: number; sent: number }> {
  const random = createRandom(seed);
  const regular = [
    await connectPlayer(server, 'Good', { answersThink: true }),
    await connectPlayer(server, 'Good', { answersThink: true }),
  ];
  const ports = [server.ports.player, server.ports.coach, server.ports.olcoach];
  let unknownSenders: Client[] = [];
  const connected = [
    await connectPlayer(server, 'Bad', { answersThink: true }),
    await connectPlayer(server, 'Bad', { version: 7, answersThink: true }),
    await connectPlayer(server, 'Bad', { version: 14, answersThink: true }),
    await connectOnlineCoach(server, 'Bad'),
    await connectTrainer(server),
    await connectMonitor(server, 4),
    await connectMonitor(server, 2),
  ];
  const { match } = server.server;
  const { steps } = match;
  let sent = 0;
  const isOver = (round: number) =>
    round >= 20 * rounds || (round >= rounds && match.steps - steps >= leastSteps);
  for (let round = 0; !isOver(round); round++) {
    // Some unknown senders become clients by a valid init; they are closed without bye and replaced.
    if (round % REPLACEMENT_INTERVAL === 0) {
      for (const stranger of unknownSenders) stranger.close();
      unknownSenders = await Promise.all(ports.map((port) => Client.open(port)));
    }
    for (const [index, stranger] of unknownSenders.entries()) {
      for (let n = 0; n < BURST_SIZE; n++) stranger.sendBytes(createHostileDatagram(random), ports[index]!);
    }
    for (const client of connected) {
      for (let n = 0; n < BURST_SIZE; n++) client.sendBytes(createHostileDatagram(random));
      // A client that sends nothing delays a synchronous match; these send invalid data and answer. Some have
      // compression on.
      client.send('(done)');
      client.sendBytes(DONE);
    }
    sent += BURST_SIZE * (unknownSenders.length + connected.length);
    // All datagrams are received and handled before more are sent; otherwise the system would drop most of them.
    await sleep(1);
    for (const client of [...regular, ...unknownSenders, ...connected]) {
      client.skip();
      client.received.length = 0;
      client.rewind();
    }
  }
  return { steps: match.steps - steps, sent };
}

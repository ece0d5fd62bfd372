import { type CloseReason, createPlayerClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { Chaser } from '../chaser/chaser.js';
import { complain } from './output.js';

export interface ChaserOptions {
  readonly team: string;
  readonly host: string;
  readonly port: number;
  readonly players: number;
  /** `loop`: the first sample agent of 11 §4.2; `sequence`: the second. */
  readonly planner: string;
}

/** Length of a cycle in real time. */
const CYCLE_MS = 100;

/** The sample agents of 11 §4.2, one or more of them; resolves with the exit status when the server is gone. */
export async function runChaser(options: ChaserOptions): Promise<number> {
  const { team, host, port } = options;
  if (options.planner !== 'loop' && options.planner !== 'sequence') {
    return complain(`no planner '${options.planner}'`);
  }
  const ends: Promise<CloseReason>[] = [];
  for (let i = 0; i < options.players; i++) {
    const client = createPlayerClient({
      team,
      transport: createUdpTransport({ host, port }),
      timers: nodeTimers,
      silenceMs: 5000,
    });
    const chaser = new Chaser(client, options.planner === 'loop' ? 1 : 6);
    const ended = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
    ends.push(ended);
    client.events.on('think', () => chaser.plan());
    const connected = new Promise<null>((resolve) => client.events.once('connected', () => resolve(null)));
    client.connect();
    const failure = await Promise.race([connected, ended]);
    if (failure !== null) return complain(`${host}:${port}: ${failure.message}`);
    const leave = (): void => client.bye();
    process.once('SIGINT', leave);
    process.once('SIGTERM', leave);
    // Real time: a tick every 100 ms without drift, counted from the first.
    const timer = setInterval(() => {
      if (client.server !== null && !client.server.synch_mode) chaser.plan();
    }, CYCLE_MS);
    client.events.once('closed', () => {
      clearInterval(timer);
      process.off('SIGINT', leave);
      process.off('SIGTERM', leave);
    });
  }
  await Promise.all(ends);
  return 0;
}

import type { ClientSession } from './clients.js';
import type { Host } from './host.js';
import { readMonitor } from './monitor.js';
import { readCoach } from './online-coach.js';
import { readPlayer } from './player.js';
import { readTrainer } from './trainer.js';

/** Reads and executes all that waits on the link of a client. */
export function readSession(host: Host, session: ClientSession): void {
  switch (session.role) {
    case 'player':
      readPlayer(host, session);
      break;
    case 'coach':
      readCoach(host, session);
      break;
    case 'trainer':
      readTrainer(host, session);
      break;
    case 'monitor':
      readMonitor(host, session);
      break;
  }
}

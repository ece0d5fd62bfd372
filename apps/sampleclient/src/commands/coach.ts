import { createCoachClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { chooseTypes } from '../team/lineup.js';
import { complain } from './output.js';
import type { TeamOptions } from './team.js';

/** Time for the parameters and types to arrive after the server's answer. */
const SETTLE_MS = 300;

/** An online coach who gives every player a sensible type before the first kick-off, and then watches in silence. */
export function startCoach(options: TeamOptions): { stop(): void } {
  const coach = createCoachClient({
    team: options.team,
    name: 'RcssCoach',
    version: options.version,
    transport: createUdpTransport({ host: options.host, port: options.coachPort }),
    timers: nodeTimers,
    retryMs: 500,
    attempts: 10,
  });
  coach.events.once('connected', () => {
    const settle = setTimeout(() => {
      if (coach.server === null) return;
      for (const [unum, typeId] of chooseTypes(coach.types, coach.server, options.players)) {
        coach.send({ type: 'change_player_type', unum, typeId });
      }
    }, SETTLE_MS);
    coach.events.once('closed', () => clearTimeout(settle));
  });
  coach.events.once('closed', (reason) => {
    if (reason.code === 'no_answer' || reason.code === 'rejected') {
      complain(`no coach: ${options.host}:${options.coachPort}: ${reason.message}`);
    }
  });
  coach.connect();
  return { stop: () => coach.bye() };
}

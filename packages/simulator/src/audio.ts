import { deliverAudio } from '@rcss/sensors';
import type { Match } from './match.js';

/** Delivers the audio of the cycle to players of version 8 and later, as `hear` events (04 §5.5). */
export function deliverHearing(match: Match): void {
  match.record?.({ do: 'audio' });
  hearAll(match);
}

/** The delivery itself; occasions that deliver among other things call it. */
export function hearAll(match: Match): void {
  const { world } = match;
  deliverAudio(match.audio, world, match.params, match.chance.sensors, (listener, heard) =>
    match.listener({ type: 'hear', time: world.time, listener, heard }),
  );
}

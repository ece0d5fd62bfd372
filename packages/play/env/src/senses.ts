import type { Player } from '@rcss/core';
import { createSeeObservation, type SeeObservation } from '@rcss/core/observation';
import type { Match } from '@rcss/simulator';
import { runAudio, runSenseBody, runVision } from '@rcss/simulator/cycle';

/** Receives what players of a match perceive. It gets the messages of all players and keeps those of its own. */
export interface SenseReceiver {
  /** Called before the messages of a cycle. */
  startSenses?(match: Match, index: number): void;
  /** Receives sense_body: the state of the player itself. */
  senseBody(player: Player, index: number): void;
  /** Receives see; `seen` is valid during the call. */
  see(player: Player, seen: SeeObservation, index: number): void;
}

/** Runs the senses of the matches of a batch: once per cycle for all receivers, as a match has one state of noise. */
export class Senses {
  /** By match: who receives what players perceive. */
  readonly #receiversOf: readonly SenseReceiver[][];
  readonly #seen = createSeeObservation();
  #receivers: readonly SenseReceiver[] = [];
  #index = 0;

  constructor(matchCount: number) {
    this.#receiversOf = Array.from({ length: matchCount }, () => []);
  }

  /** The receivers of the match with a number; the caller changes them. */
  receivers(index: number): SenseReceiver[] {
    return this.#receiversOf[index] as SenseReceiver[];
  }

  /** Runs sense_body, hearing and synchronous vision of the match with a number; without receivers only hearing. */
  run(match: Match, index: number): void {
    const receivers = this.receivers(index);
    if (receivers.length === 0) {
      if (match.sensors.audio.pending.length > 0) runAudio(match);
      return;
    }
    this.#receivers = receivers;
    this.#index = index;
    for (const receiver of receivers) receiver.startSenses?.(match, index);
    runSenseBody(match, this.#senseBody);
    runVision(match, true, this.#seen, this.#see);
  }

  #senseBody = (player: Player): void => {
    for (const receiver of this.#receivers) receiver.senseBody(player, this.#index);
  };

  #see = (player: Player, seen: SeeObservation): void => {
    for (const receiver of this.#receivers) receiver.see(player, seen, this.#index);
  };
}

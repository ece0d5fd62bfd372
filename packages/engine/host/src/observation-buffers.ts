import { createFrame, type Frame } from '@rcss/core';
import {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  type FullstateObservation,
  type GlobalObservation,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core/observation';

/** One observation of each kind, filled again for each message. */
export interface ObservationBuffers {
  readonly see: SeeObservation;
  readonly senseBody: SenseBodyObservation;
  readonly fullstate: FullstateObservation;
  readonly global: GlobalObservation;
  readonly frame: Frame;
}

export function createObservationBuffers(): ObservationBuffers {
  return {
    see: createSeeObservation(),
    senseBody: createSenseBodyObservation(),
    fullstate: createFullstateObservation(),
    global: createGlobalObservation(),
    frame: createFrame(),
  };
}

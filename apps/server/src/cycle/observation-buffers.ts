import {
  createFrame,
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  type Frame,
  type FullstateObservation,
  type GlobalObservation,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core';

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

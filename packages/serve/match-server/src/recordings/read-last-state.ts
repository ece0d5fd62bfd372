import type { Failure, Result } from '@rcss/core';
import { err, ok } from '@rcss/core';
import { createMatchParams } from '@rcss/params';
import { createMatch, type Snapshot, snapshot } from '@rcss/simulator';
import { runAutoMode } from '@rcss/simulator/cycle';
import {
  createReplay,
  type RecordingHeader,
  type RecordingReader,
  readRecording,
} from '@rcss/simulator/recording';

/** The state of a recorded match after its last step. */
export interface LastState {
  readonly header: RecordingHeader;
  /** Null if no step is recorded. */
  readonly snapshot: Snapshot | null;
}

/**
 * Replays a recording to its last complete step. The end of the file may be missing, as after a crash.
 *
 * @param bytes The recording, not compressed.
 * @returns The state, or why there is none: `no_recording`, `unknown_version` and `bad_header` of the file, `bad_entry` if it is
 * damaged before its end, `divergence` if a step of the replay has another state than the recorded one.
 */
export function readLastState(bytes: Uint8Array): Result<LastState, Failure> {
  const counted = readRecording(bytes);
  if (!counted.ok) return counted;
  let stepCount = 0;
  for (let entry = counted.value.nextEntry(); entry !== null; entry = counted.value.nextEntry())
    if (entry.do === 'step') stepCount += 1;
  const { header, outcome } = counted.value;
  if (outcome !== null && typeof outcome === 'object') return err(outcome);
  if (stepCount === 0) return ok({ header, snapshot: null });
  const opened = readRecording(bytes);
  return opened.ok ? replaySteps(opened.value, stepCount) : opened;
}

/** Replays a number of steps; what follows the last one in its cycle is run again by the clock of the match that continues. */
function replaySteps(reader: RecordingReader, stepCount: number): Result<LastState, Failure> {
  const { header } = reader;
  const params = createMatchParams(header.server, header.player, header.seed, header.corrections);
  const match = createMatch({ params, seed: header.seed });
  const replay = createReplay(match);
  let steps = 0;
  while (steps < stepCount) {
    const entry = reader.nextEntry();
    if (entry === null) break;
    if (entry.do === 'received' || entry.do === 'end') continue;
    const divergence = replay(entry);
    if (divergence !== null)
      return err({
        code: 'divergence',
        message: `the replay differs from the recording in step ${divergence.step} (cycle ${divergence.time}); it was recorded by another version, or it is damaged`,
      });
    if (entry.do === 'step') steps += 1;
  }
  // It belongs to the step, but a file that ends with the step does not have it.
  runAutoMode(match);
  return ok({ header, snapshot: snapshot(match) });
}

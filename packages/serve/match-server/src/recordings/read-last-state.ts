import { err, type Failure, ok, type Result } from '@rcss/core';
import { type Snapshot, snapshot } from '@rcss/simulator';
import { playRecording, type RecordingHeader, readRecording } from '@rcss/simulator/recording';

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
  const opened = readRecording(bytes);
  if (!opened.ok) return opened;
  const { header } = opened.value;
  const { match, divergence } = playRecording(opened.value, { until: 'step' });
  const { outcome } = opened.value;
  if (divergence !== null)
    return err({
      code: 'divergence',
      message: `the replay differs from the recording in step ${divergence.step} (cycle ${divergence.time}); it was recorded by another version, or it is damaged`,
    });
  if (outcome !== null && typeof outcome === 'object') return err(outcome);
  return ok({ header, snapshot: match.steps === 0 ? null : snapshot(match) });
}

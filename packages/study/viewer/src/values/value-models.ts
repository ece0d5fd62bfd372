import type { StateModel } from '@rcss/stats/action-values';
import type { SituationParams } from '@rcss/stats/describe';
import type { PitchControl } from '@rcss/values';

/** What the layers of a match are computed with. */
export interface ValueModels {
  readonly params: SituationParams;
  readonly state: StateModel;
  readonly control: PitchControl;
}

import type { ClipEncoders } from './clip-job.js';
import { loadScript } from './load-script.js';

/** Loads the encoders on the first call; throws as {@link loadScript} does. */
export async function loadEncoders(): Promise<ClipEncoders> {
  const { encoders } = await loadScript<{ readonly encoders: ClipEncoders }>('viewer-clips.js', '#clips');
  return encoders;
}

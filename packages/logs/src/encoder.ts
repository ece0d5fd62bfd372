import { ByteWriter } from '@rcss/sexp';
import { createBinaryEncoder } from './encoder-binary.js';
import { createJsonEncoder } from './encoder-json.js';
import { createTextEncoder } from './encoder-text.js';
import type { LogEncoder } from './log-encoder.js';
import { type LogVersion, logFeatures } from './version.js';

/** Creates the encoder of a version. */
export function createLogEncoder(version: LogVersion, out: ByteWriter = new ByteWriter(16384)): LogEncoder {
  const features = logFeatures(version);
  if (features.encoding === 'json') return createJsonEncoder(out);
  return features.encoding === 'text' ? createTextEncoder(features, out) : createBinaryEncoder(features, out);
}

import { ByteWriter } from '@rcss/sexp';
import { BinaryLogEncoder } from './encoder-binary.js';
import { JsonLogEncoder } from './encoder-json.js';
import { TextLogEncoder } from './encoder-text.js';
import type { LogEncoder } from './log-encoder.js';
import { type LogVersion, logFeatures } from './version.js';

/** Creates the encoder of a version. It appends to `out`. */
export function createLogEncoder(version: LogVersion, out: ByteWriter = new ByteWriter(16384)): LogEncoder {
  const features = logFeatures(version);
  if (features.encoding === 'json') return new JsonLogEncoder(out);
  return features.encoding === 'text'
    ? new TextLogEncoder(features, out)
    : new BinaryLogEncoder(features, out);
}

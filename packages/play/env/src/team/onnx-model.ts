import { PolicyError } from '../others/policy-document.js';

/** Fields of the messages `ModelProto`, `OperatorSetIdProto` and `StringStringEntryProto` of ONNX. */
const IR_VERSION = 1;
const OPSET_IMPORT = 8;
const METADATA = 14;
const DOMAIN = 1;
const OPSET_VERSION = 2;
const KEY = 1;
const VALUE = 2;
/** How a field of the format of protocol buffers is written. */
const WIRE = { number: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** What a model says of itself, apart from its graph. */
export interface OnnxModelFacts {
  readonly metadata: ReadonlyMap<string, string>;
  /** Versions of the sets of operators, by domain; '' is that of ONNX. */
  readonly opsets: ReadonlyMap<string, number>;
  /** Version of the format; 0 if it is missing. */
  readonly irVersion: number;
}

/** Calls `visit` for each number and each field of bytes; returns false if the bytes are not in the format of protocol buffers. */
function visitFields(bytes: Uint8Array, visit: (field: number, value: Uint8Array | number) => void): boolean {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale < 2 ** 63; scale *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  while (at < bytes.length) {
    const tag = readNumber();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === WIRE.number) {
      const value = readNumber();
      if (Number.isNaN(value)) return false;
      visit(field, value);
      continue;
    }
    const size =
      wire === WIRE.fixed64 ? 8 : wire === WIRE.fixed32 ? 4 : wire === WIRE.bytes ? readNumber() : Number.NaN;
    if (!(at + size <= bytes.length)) return false;
    if (wire === WIRE.bytes) visit(field, bytes.subarray(at, at + size));
    at += size;
  }
  return true;
}

/** Returns a text and a number of a message, by their fields. */
function readEntry(bytes: Uint8Array): { readonly texts: string[]; readonly numbers: number[] } {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  const numbers: number[] = [];
  visitFields(bytes, (field, value) => {
    if (field > VALUE) return;
    if (typeof value === 'number') numbers[field] = value;
    else texts[field] = decoder.decode(value);
  });
  return { texts, numbers };
}

/**
 * Returns the metadata and the versions of a model of ONNX.
 *
 * @param path Name of the model in messages.
 * @throws {PolicyError} if it is not a model
 */
export function readOnnxFacts(model: Uint8Array, path: string): OnnxModelFacts {
  const metadata = new Map<string, string>();
  const opsets = new Map<string, number>();
  let irVersion = 0;
  const isModel = visitFields(model, (field, value) => {
    if (typeof value === 'number') {
      if (field === IR_VERSION) irVersion = value;
    } else if (field === METADATA) {
      const { texts } = readEntry(value);
      metadata.set(texts[KEY] ?? '', texts[VALUE] ?? '');
    } else if (field === OPSET_IMPORT) {
      const { texts, numbers } = readEntry(value);
      opsets.set(texts[DOMAIN] ?? '', numbers[OPSET_VERSION] ?? 0);
    }
  });
  if (!isModel) throw new PolicyError(`${path}: is not a model of ONNX`);
  return { metadata, opsets, irVersion };
}

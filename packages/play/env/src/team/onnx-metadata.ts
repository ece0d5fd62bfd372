import { PolicyError } from '../others/policy-document.js';

/** Fields of the messages `ModelProto` and `StringStringEntryProto` of ONNX. */
const METADATA = 14;
const KEY = 1;
const VALUE = 2;
/** How a field of the format of protocol buffers is written. */
const WIRE = { number: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Calls `visit` for each field of bytes; returns false if the bytes are not in the format of protocol buffers. */
function visitFields(bytes: Uint8Array, visit: (field: number, value: Uint8Array) => void): boolean {
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
    const wire = tag % 8;
    if (wire === WIRE.number) {
      if (Number.isNaN(readNumber())) return false;
      continue;
    }
    const size =
      wire === WIRE.fixed64 ? 8 : wire === WIRE.fixed32 ? 4 : wire === WIRE.bytes ? readNumber() : Number.NaN;
    if (!(at + size <= bytes.length)) return false;
    if (wire === WIRE.bytes) visit(Math.floor(tag / 8), bytes.subarray(at, at + size));
    at += size;
  }
  return true;
}

/**
 * Returns the entries of the metadata of a model of ONNX.
 *
 * @param path Name of the model in messages.
 * @throws {PolicyError} if it is not a model
 */
export function readOnnxMetadata(model: Uint8Array, path: string): Map<string, string> {
  const entries = new Map<string, string>();
  const decoder = new TextDecoder();
  const isModel = visitFields(model, (field, entry) => {
    if (field !== METADATA) return;
    const texts: string[] = [];
    visitFields(entry, (part, value) => {
      if (part === KEY || part === VALUE) texts[part] = decoder.decode(value);
    });
    entries.set(texts[KEY] ?? '', texts[VALUE] ?? '');
  });
  if (!isModel) throw new PolicyError(`${path}: is not a model of ONNX`);
  return entries;
}

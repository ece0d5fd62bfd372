/**
 * Formats binary shows and messages as words. Uses only the offsets of spec 09 §5, §7 and spec 10 §4, §5, not the
 * code under test.
 */
import { decodeLatin1 } from '@rcss/sexp';

function createDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readName(bytes: Uint8Array, at: number): string {
  return decodeLatin1(bytes, at, at + 16).replace(/\0.*$/s, '');
}

/** A datagram of monitor version 1 or 2 in the notation of the recordings. */
export function formatDatagram(bytes: Uint8Array, version: 1 | 2): string {
  const v = createDataView(bytes);
  const body = version === 1 ? 2 : 4;
  if (v.getInt16(0) === 2) {
    const text = decodeLatin1(bytes, body + 2, body + 2 + 2048).replace(/\0.*$/s, '');
    return `msg board=${v.getInt16(body)} ${text}`;
  }
  const teams = `"${readName(bytes, body + 2)}" ${v.getInt16(body + 18)} "${readName(bytes, body + 20)}" ${v.getInt16(body + 36)}`;
  const parts: string[] = [];
  if (version === 1) {
    for (let i = 0; i < 23; i++) {
      const at = 40 + 12 * i;
      const f = [0, 2, 4, 6, 8, 10].map((o) => v.getInt16(at + o));
      parts.push(i === 0 ? `ball=(${f[4]} ${f[5]})` : `p${i}=(${f.join(' ')})`);
    }
    return `show time=${v.getInt16(316)} pm=${bytes[body]} teams=(${teams}) ${parts.join(' ')}`;
  }
  parts.push(`ball=(${[44, 48, 52, 56].map((o) => v.getInt32(o)).join(' ')})`);
  for (let i = 0; i < 22; i++) {
    const at = 60 + 64 * i;
    const f = [v.getInt16(at), v.getInt16(at + 2)];
    for (const o of [4, 8, 12, 16, 20, 24, 28]) f.push(v.getInt32(at + o));
    f.push(v.getInt16(at + 32));
    for (const o of [36, 40, 44]) f.push(v.getInt32(at + o));
    for (let o = 48; o < 64; o += 2) f.push(v.getInt16(at + o));
    parts.push(`p${i + 1}=(${f.join(' ')})`);
  }
  return `show time=${v.getInt16(1468)} pm=${bytes[body]} teams=(${teams}) ${parts.join(' ')}`;
}

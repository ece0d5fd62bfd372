/** FNV-1a, a word of 32 bits at a time; the rotation lets high bits reach low ones. */
export function mixWord(hash: number, word: number): number {
  const h = Math.imul(hash ^ word, 0x01000193);
  return (h << 13) | (h >>> 19);
}

/** Bytes of working memory that the digest of a match needs. */
export const MIX_BYTES = 256;

/** Mixes in the first `count` numbers of 8 bytes in `bits`, exactly. */
export function mixBits(hash: number, bits: DataView, count: number): number {
  let h = hash;
  for (let at = 0; at < 8 * count; at += 4) h = mixWord(h, bits.getInt32(at));
  return h;
}

/** Mixes in the exact bits of a number; `bits` is working memory. */
export function mixReal(hash: number, bits: DataView, value: number): number {
  bits.setFloat64(0, value);
  return mixBits(hash, bits, 1);
}

export function mixText(hash: number, value: string): number {
  let h = mixWord(hash, value.length);
  for (let i = 0; i < value.length; i++) h = mixWord(h, value.charCodeAt(i));
  return h;
}

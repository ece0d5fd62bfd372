/** Mixes a 32-bit word into a hash: FNV-1a on words; the rotation moves high bits to low positions. */
export function mixWord(hash: number, word: number): number {
  const h = Math.imul(hash ^ word, 0x01000193);
  return (h << 13) | (h >>> 19);
}

/** Size in bytes of the working memory that the digest of a match needs. */
export const MIX_BYTES = 256;

/** Mixes the exact bits of the first `count` 8-byte numbers of `bits` into a hash. */
export function mixBits(hash: number, bits: DataView, count: number): number {
  let h = hash;
  for (let at = 0; at < 8 * count; at += 4) h = mixWord(h, bits.getInt32(at));
  return h;
}

/** Mixes the exact bits of a number into a hash; `bits` is working memory. */
export function mixReal(hash: number, bits: DataView, value: number): number {
  bits.setFloat64(0, value);
  return mixBits(hash, bits, 1);
}

export function mixText(hash: number, value: string): number {
  let h = mixWord(hash, value.length);
  for (let i = 0; i < value.length; i++) h = mixWord(h, value.charCodeAt(i));
  return h;
}

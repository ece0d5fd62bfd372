/**
 * An independent `%g` for the tests: the exact decimal expansion of the double with big integers, rounded half to
 * even. It is slow and simple on purpose and shares no code with the implementation under test.
 */
export function referenceG(x: number, precision = 6): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const sign = bits >> 63n === 1n ? '-' : '';
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  if (field === 0x7ff) return fraction === 0n ? `${sign}inf` : '-nan';
  if (field === 0 && fraction === 0n) return `${sign}0`;
  const mantissa = field === 0 ? fraction : fraction | (1n << 52n);
  const power = (field === 0 ? 1 : field) - 1075;
  // value = numerator / 10^scale, exactly
  const numerator = power >= 0 ? mantissa << BigInt(power) : mantissa * 5n ** BigInt(-power);
  const scale = power >= 0 ? 0 : -power;
  const all = numerator.toString();
  let exponent = all.length - 1 - scale;
  let digits = all.slice(0, precision).padEnd(precision, '0');
  const rest = all.slice(precision);
  if (rest !== '') {
    const half = `5${'0'.repeat(rest.length - 1)}`;
    const odd = Number(digits.at(-1)) % 2 === 1;
    if (rest > half || (rest === half && odd)) {
      digits = (BigInt(digits) + 1n).toString();
      if (digits.length > precision) {
        digits = digits.slice(0, precision);
        exponent++;
      }
    }
  }
  const short = digits.replace(/0+$/, '');
  if (exponent < -4 || exponent >= precision) {
    const mark = `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
    return `${sign}${short[0]}${short.length > 1 ? `.${short.slice(1)}` : ''}${mark}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${short}`;
  const whole = digits.slice(0, exponent + 1);
  const decimals = short.slice(exponent + 1);
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/**
 * A number as C's `%g` prints it: 6 significant digits, no trailing zeros, exponent form (at least two exponent
 * digits) below 1e-4 and from 1e6 on, `-0`, `inf`, `-inf` (spec 08, section 6). Exact ties go to the even digit.
 */
export function formatG(value: number): string {
  if (Number.isInteger(value) && value > -1e6 && value < 1e6) {
    return value === 0 && 1 / value < 0 ? '-0' : String(value);
  }
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const sign = value < 0 ? '-' : '';
  const [mantissa, exponentText] = sixDigits(Math.abs(value)).split('e');
  const exponent = Number(exponentText);
  const digits = mantissa!.replace('.', '');
  if (exponent < -4 || exponent >= 6) {
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${trimZeros(mantissa!)}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return sign + trimZeros(`0.${'0'.repeat(-exponent - 1)}${digits}`);
  return sign + trimZeros(`${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`);
}

const trimZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

/** `d.ddddde+x`, rounded half to even; JavaScript itself rounds exact ties up. */
function sixDigits(value: number): string {
  const rounded = value.toExponential(5);
  const exact = value.toExponential(60);
  if (!/^.{7}50*e/.test(exact)) return rounded;
  const below = exact.slice(0, 7);
  return Number(below[6]) % 2 === 0 ? below + exact.slice(exact.indexOf('e')) : rounded;
}

/** A number in a spelling that the coach language reads back as the very same number; NaN has none and becomes 0. */
export function formatExact(value: number): string {
  if (Number.isNaN(value)) return '0';
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // an integer that has no sign-extended 32-bit form would be reduced to one
  return Number.isInteger(value) && value !== (value | 0) && !text.includes('e') ? `${text}.0` : text;
}

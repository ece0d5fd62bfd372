const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const padNumber = (n: number, width = 2, fill = '0') => String(n).padStart(width, fill);

function getDayOfYear(d: Date): number {
  return (
    Math.round(
      (Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) - Date.UTC(d.getFullYear(), 0, 1)) / 86_400_000,
    ) + 1
  );
}

/** Week of the year when weeks begin on `firstDay` (0 Sunday, 1 Monday), C's %U and %W. */
function getWeek(d: Date, firstDay: number): number {
  return Math.floor((getDayOfYear(d) + 6 - ((d.getDay() - firstDay + 7) % 7)) / 7);
}

/** ISO 8601 week and its year, C's %V and %G. */
function getIsoWeek(d: Date): { week: number; year: number } {
  const t = new Date(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()));
  t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7));
  const year = t.getUTCFullYear();
  return { week: Math.ceil(((t.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7), year };
}

function formatUtcOffset(d: Date): string {
  const minutes = -d.getTimezoneOffset();
  const m = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${padNumber(Math.floor(m / 60))}${padNumber(m % 60)}`;
}

const getHour12 = (d: Date) => d.getHours() % 12 || 12;

/** Conversions by their letter. */
const CONVERSIONS: Readonly<Record<string, (d: Date) => string>> = {
  a: (d) => DAYS[d.getDay()]!.slice(0, 3),
  A: (d) => DAYS[d.getDay()]!,
  b: (d) => MONTHS[d.getMonth()]!.slice(0, 3),
  B: (d) => MONTHS[d.getMonth()]!,
  c: (d) => strftime('%a %b %e %H:%M:%S %Y', d),
  C: (d) => padNumber(Math.floor(d.getFullYear() / 100)),
  d: (d) => padNumber(d.getDate()),
  D: (d) => strftime('%m/%d/%y', d),
  e: (d) => padNumber(d.getDate(), 2, ' '),
  F: (d) => strftime('%Y-%m-%d', d),
  g: (d) => padNumber(getIsoWeek(d).year % 100),
  G: (d) => String(getIsoWeek(d).year),
  h: (d) => MONTHS[d.getMonth()]!.slice(0, 3),
  H: (d) => padNumber(d.getHours()),
  I: (d) => padNumber(getHour12(d)),
  j: (d) => padNumber(getDayOfYear(d), 3),
  k: (d) => padNumber(d.getHours(), 2, ' '),
  l: (d) => padNumber(getHour12(d), 2, ' '),
  m: (d) => padNumber(d.getMonth() + 1),
  M: (d) => padNumber(d.getMinutes()),
  n: () => '\n',
  p: (d) => (d.getHours() < 12 ? 'AM' : 'PM'),
  P: (d) => (d.getHours() < 12 ? 'am' : 'pm'),
  r: (d) => strftime('%I:%M:%S %p', d),
  R: (d) => strftime('%H:%M', d),
  s: (d) => String(Math.floor(d.getTime() / 1000)),
  S: (d) => padNumber(d.getSeconds()),
  t: () => '\t',
  T: (d) => strftime('%H:%M:%S', d),
  u: (d) => String(d.getDay() || 7),
  U: (d) => padNumber(getWeek(d, 0)),
  V: (d) => padNumber(getIsoWeek(d).week),
  w: (d) => String(d.getDay()),
  W: (d) => padNumber(getWeek(d, 1)),
  x: (d) => strftime('%m/%d/%y', d),
  X: (d) => strftime('%H:%M:%S', d),
  y: (d) => padNumber(d.getFullYear() % 100),
  Y: (d) => String(d.getFullYear()),
  z: formatUtcOffset,
  Z: formatUtcOffset,
  '%': () => '%',
};

/** Formats a local time like C's strftime in the C locale; unknown conversions are copied (spec 02 §10). */
export function strftime(format: string, d: Date): string {
  return format.replace(
    /%(?:[EO]?)([a-zA-Z%])/g,
    (whole, letter: string) => CONVERSIONS[letter]?.(d) ?? whole,
  );
}

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

const pad = (n: number, width = 2, fill = '0') => String(n).padStart(width, fill);

function dayOfYear(d: Date): number {
  return (
    Math.round(
      (Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) - Date.UTC(d.getFullYear(), 0, 1)) / 86_400_000,
    ) + 1
  );
}

/** Week of the year when weeks begin on `firstDay` (0 Sunday, 1 Monday), C's %U and %W. */
function week(d: Date, firstDay: number): number {
  return Math.floor((dayOfYear(d) + 6 - ((d.getDay() - firstDay + 7) % 7)) / 7);
}

/** ISO 8601 week and its year, C's %V and %G. */
function isoWeek(d: Date): { week: number; year: number } {
  const t = new Date(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()));
  t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7));
  const year = t.getUTCFullYear();
  return { week: Math.ceil(((t.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7), year };
}

function zone(d: Date): string {
  const minutes = -d.getTimezoneOffset();
  const m = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(m / 60))}${pad(m % 60)}`;
}

const hour12 = (d: Date) => d.getHours() % 12 || 12;

/** Conversions by their letter. */
const CONVERSIONS: Readonly<Record<string, (d: Date) => string>> = {
  a: (d) => DAYS[d.getDay()]!.slice(0, 3),
  A: (d) => DAYS[d.getDay()]!,
  b: (d) => MONTHS[d.getMonth()]!.slice(0, 3),
  B: (d) => MONTHS[d.getMonth()]!,
  c: (d) => strftime('%a %b %e %H:%M:%S %Y', d),
  C: (d) => pad(Math.floor(d.getFullYear() / 100)),
  d: (d) => pad(d.getDate()),
  D: (d) => strftime('%m/%d/%y', d),
  e: (d) => pad(d.getDate(), 2, ' '),
  F: (d) => strftime('%Y-%m-%d', d),
  g: (d) => pad(isoWeek(d).year % 100),
  G: (d) => String(isoWeek(d).year),
  h: (d) => MONTHS[d.getMonth()]!.slice(0, 3),
  H: (d) => pad(d.getHours()),
  I: (d) => pad(hour12(d)),
  j: (d) => pad(dayOfYear(d), 3),
  k: (d) => pad(d.getHours(), 2, ' '),
  l: (d) => pad(hour12(d), 2, ' '),
  m: (d) => pad(d.getMonth() + 1),
  M: (d) => pad(d.getMinutes()),
  n: () => '\n',
  p: (d) => (d.getHours() < 12 ? 'AM' : 'PM'),
  P: (d) => (d.getHours() < 12 ? 'am' : 'pm'),
  r: (d) => strftime('%I:%M:%S %p', d),
  R: (d) => strftime('%H:%M', d),
  s: (d) => String(Math.floor(d.getTime() / 1000)),
  S: (d) => pad(d.getSeconds()),
  t: () => '\t',
  T: (d) => strftime('%H:%M:%S', d),
  u: (d) => String(d.getDay() || 7),
  U: (d) => pad(week(d, 0)),
  V: (d) => pad(isoWeek(d).week),
  w: (d) => String(d.getDay()),
  W: (d) => pad(week(d, 1)),
  x: (d) => strftime('%m/%d/%y', d),
  X: (d) => strftime('%H:%M:%S', d),
  y: (d) => pad(d.getFullYear() % 100),
  Y: (d) => String(d.getFullYear()),
  z: zone,
  Z: zone,
  '%': () => '%',
};

/** Formats a local time like C's strftime in the C locale; unknown conversions are copied (spec 02 §10). */
export function strftime(format: string, d: Date): string {
  return format.replace(
    /%(?:[EO]?)([a-zA-Z%])/g,
    (whole, letter: string) => CONVERSIONS[letter]?.(d) ?? whole,
  );
}

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

/** The conversions of C's strftime in the C locale, local time; unknown ones are copied (02 §10). */
export function strftime(format: string, d: Date): string {
  return format.replace(/%(?:[EO]?)([a-zA-Z%])/g, (whole, datagram: string) => {
    const hour12 = d.getHours() % 12 || 12;
    switch (datagram) {
      case 'a':
        return DAYS[d.getDay()]!.slice(0, 3);
      case 'A':
        return DAYS[d.getDay()]!;
      case 'b':
      case 'h':
        return MONTHS[d.getMonth()]!.slice(0, 3);
      case 'B':
        return MONTHS[d.getMonth()]!;
      case 'c':
        return strftime('%a %b %e %H:%M:%S %Y', d);
      case 'C':
        return pad(Math.floor(d.getFullYear() / 100));
      case 'd':
        return pad(d.getDate());
      case 'D':
      case 'x':
        return strftime('%m/%d/%y', d);
      case 'e':
        return pad(d.getDate(), 2, ' ');
      case 'F':
        return strftime('%Y-%m-%d', d);
      case 'g':
        return pad(isoWeek(d).year % 100);
      case 'G':
        return String(isoWeek(d).year);
      case 'H':
        return pad(d.getHours());
      case 'I':
        return pad(hour12);
      case 'j':
        return pad(dayOfYear(d), 3);
      case 'k':
        return pad(d.getHours(), 2, ' ');
      case 'l':
        return pad(hour12, 2, ' ');
      case 'm':
        return pad(d.getMonth() + 1);
      case 'M':
        return pad(d.getMinutes());
      case 'n':
        return '\n';
      case 'p':
        return d.getHours() < 12 ? 'AM' : 'PM';
      case 'P':
        return d.getHours() < 12 ? 'am' : 'pm';
      case 'r':
        return strftime('%I:%M:%S %p', d);
      case 'R':
        return strftime('%H:%M', d);
      case 's':
        return String(Math.floor(d.getTime() / 1000));
      case 'S':
        return pad(d.getSeconds());
      case 't':
        return '\t';
      case 'T':
      case 'X':
        return strftime('%H:%M:%S', d);
      case 'u':
        return String(d.getDay() || 7);
      case 'U':
        return pad(week(d, 0));
      case 'V':
        return pad(isoWeek(d).week);
      case 'w':
        return String(d.getDay());
      case 'W':
        return pad(week(d, 1));
      case 'y':
        return pad(d.getFullYear() % 100);
      case 'Y':
        return String(d.getFullYear());
      case 'z':
        return zone(d);
      case 'Z':
        return zone(d);
      case '%':
        return '%';
      default:
        return whole;
    }
  });
}

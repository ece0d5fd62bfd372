import { describe, expect, it } from 'vitest';
import { strftime } from './strftime.js';

const moment = new Date(2026, 10, 5, 9, 7, 3);

describe('log_date_format takes the conversions of strftime (spec 02 §10)', () => {
  it('the default of the date in log names', () => {
    expect(strftime('%Y%m%d%H%M%S-', moment)).toBe('20261105090703-');
  });

  it.each([
    ['%a %A %b %B %h', 'Thu Thursday Nov November Nov'],
    ['%d|%e|%j', '05| 5|309'],
    ['%H|%k|%I|%l|%p|%P', '09| 9|09| 9|AM|am'],
    ['%F %T %R %D', '2026-11-05 09:07:03 09:07 11/05/26'],
    ['%c', 'Thu Nov  5 09:07:03 2026'],
    ['%r', '09:07:03 AM'],
    ['%C%y %u %w', '2026 4 4'],
    ['%n%t%%', '\n\t%'],
    ['%EY %Od', '2026 05'],
    ['%Q', '%Q'],
    ['no conversion', 'no conversion'],
  ])('%s', (format, text) => {
    expect(strftime(format, moment)).toBe(text);
  });

  it('weeks by Sunday, by Monday and by ISO 8601 around a new year', () => {
    const weeks = (year: number, month: number, day: number) =>
      strftime('%U %W %V %G %g', new Date(year, month, day));
    expect(weeks(2027, 0, 1)).toBe('00 00 53 2026 26');
    expect(weeks(2026, 0, 1)).toBe('00 00 01 2026 26');
    expect(weeks(2023, 0, 1)).toBe('01 00 52 2022 22');
    expect(weeks(2024, 11, 30)).toBe('52 53 01 2025 25');
  });

  it('the hours around noon and midnight', () => {
    expect(strftime('%I %p', new Date(2026, 0, 1, 0))).toBe('12 AM');
    expect(strftime('%I %p', new Date(2026, 0, 1, 12))).toBe('12 PM');
    expect(strftime('%I %p', new Date(2026, 0, 1, 13))).toBe('01 PM');
  });

  it('seconds since 1970 and the offset of the zone', () => {
    expect(strftime('%s', moment)).toBe(String(Math.floor(moment.getTime() / 1000)));
    const offset = strftime('%z', moment);
    const minutes =
      (offset[0] === '-' ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3)));
    expect(minutes).toBe(0 - moment.getTimezoneOffset());
  });
});

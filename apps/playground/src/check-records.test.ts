import { expect, it } from 'vitest';
import { checkRecords } from './check-records.js';

it('records of the debug channel are kept, others are left out', () => {
  const record = { time: 3, side: 'l', unum: 2, messages: [{ direction: 'received', text: '(see 3)' }] };
  const circle: Record<string, unknown> = { time: 3, side: 'l', unum: 2 };
  circle['shapes'] = circle;
  const wrong = [
    null,
    undefined,
    5,
    'x',
    { time: 'x' },
    { ...record, unum: 99 },
    { ...record, shapes: 1 },
    circle,
  ];
  expect(checkRecords([...wrong, record])).toEqual([record]);
});

import type { StatEvent } from '@rcss/stats/analysis';
import { expect, it } from 'vitest';
import { chooseEvent } from './choose-event.js';

const event = (type: StatEvent['type'], show: number, more: Partial<StatEvent> = {}): StatEvent =>
  ({
    type,
    show,
    endShow: show,
    outcome: '',
    success: true,
    xg: null,
    from: 'play_on',
    ...more,
  }) as StatEvent;

it('a commentary has the most important event since the last picture, at its end, and a goal once', () => {
  const events = [
    event('pass', 10, { endShow: 18 }),
    event('shot', 20, { endShow: 26, outcome: 'goal', xg: 0.3 }),
    event('goal', 20, { endShow: 26 }),
    event('shot', 40, { endShow: 44, outcome: 'saved', xg: 0.1 }),
    event('save', 44),
    event('dribble', 50),
  ];
  const types = (after: number, until: number) => chooseEvent(events, after, until)?.type ?? null;
  expect(types(0, 17)).toBe(null);
  expect(types(17, 18)).toBe('pass');
  expect(types(18, 25)).toBe(null);
  expect(types(25, 26)).toBe('goal');
  expect(types(39, 44)).toBe('shot');
  expect(types(44, 60)).toBe(null);
});

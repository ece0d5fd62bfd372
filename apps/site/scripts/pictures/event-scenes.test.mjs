import { describe, expect, it } from 'vitest';
import { EVENT_SCENES } from './event-scenes.mjs';

describe('pictures of events: docs/use/analyst/statistics.md', () => {
  for (const [name, { scenes }] of Object.entries(EVENT_SCENES)) {
    for (const { title, play, events, actions } of scenes) {
      it(`${name}: the statistics find "${title}" in the scene that is drawn`, () => {
        const found = play().analyze();
        expect(found.events).toEqual(events);
        if (actions !== undefined) expect(found.actions).toEqual(actions);
      });
    }
  }
});

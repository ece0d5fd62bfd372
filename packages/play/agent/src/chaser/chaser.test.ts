import { createInProcessTransport, createPlayerClient } from '@rcss/client';
import { describe, expect, it } from 'vitest';
import { Chaser } from './chaser.js';

/** A chaser of the left team in play_on that received these messages. */
function afterMessages(turns: number, ...messages: string[]): Chaser {
  const { transport, peer } = createInProcessTransport();
  const client = createPlayerClient({ team: 'C', transport });
  const chaser = new Chaser(client, turns);
  client.connect();
  for (const message of ['(init l 1 play_on)', ...messages]) peer.deliver(message);
  return chaser;
}

const BODY = '(sense_body 1 (view_mode high normal) (stamina 8000 1 130600) (speed 0 0) (head_angle 0))';
const PLACE = '((f c) 10 0) ((f r t) 71.3 -28) ((g r) 62.5 0)';

describe('the small agent (spec 11 §4.2)', () => {
  it('looks around while the place of the ball is unknown', () => {
    const chaser = afterMessages(1, BODY, `(see 1 ${PLACE})`);
    expect(chaser.decide()).toEqual({ type: 'turn', moment: 60 });
    const second = afterMessages(6, BODY, '(see 1)');
    for (let i = 0; i < 6; i++) expect(second.decide()).toEqual({ type: 'turn', moment: 60 });
  });

  it('runs after the ball: dashes if the ball is ahead, turns otherwise', () => {
    expect(afterMessages(1, BODY, `(see 1 ${PLACE} ((b) 20 3))`).decide()).toEqual({
      type: 'dash',
      power: 100,
      dir: 0,
    });
    const turn = afterMessages(1, BODY, `(see 1 ${PLACE} ((b) 20 40))`).decide();
    expect(turn?.type).toBe('turn');
    expect(Math.abs((turn as { moment: number }).moment - 40)).toBeLessThan(2);
  });

  it('kicks with full power at the goal of the others', () => {
    const kick = afterMessages(1, BODY, `(see 1 ${PLACE} ((b) 0.7 30))`).decide();
    expect(kick?.type).toBe('kick');
    expect((kick as { power: number }).power).toBe(100);
    expect(Math.abs((kick as { dir: number }).dir)).toBeLessThan(2);
  });
});

import { describe, expect, it } from 'vitest';
import { findClip, run } from '../../test/run.js';

const CLIP = findClip('03');
const FEW = ['--count', '2', '--cycles', '3'];

describe('whatif', () => {
  it('compares choices with the kick as it was', async () => {
    const args = ['whatif', ...FEW, '--choices', 'pass:2,hold,shot', '--json', CLIP, '227'];
    const { code, out } = await run(args);
    expect(code).toBe(0);
    const { side, unum, outcomes, impossible, unknown } = JSON.parse(out);
    expect([side, unum]).toEqual(['l', 5]);
    expect(outcomes[0]).toMatchObject({ choice: 'as played', futures: 2, difference: null });
    const names = outcomes.map(({ choice }: { choice: string }) => choice).slice(1);
    expect(names.sort()).toEqual(['hold', 'pass to 2']);
    // The goal is too far away.
    expect(impossible).toEqual(['shot']);
    expect(unknown).toContain('wind and random streams: those of seed 1');
    for (const { own, other, none, value } of outcomes) {
      expect(own.share + other.share + none.share).toBeCloseTo(1, 9);
      expect(value.low).toBeLessThanOrEqual(value.mean);
    }
  });

  it('prints a table as text and as CSV, also of an action by its id', async () => {
    const text = await run(['whatif', ...FEW, '--choices', 'hold', CLIP, '227']);
    expect(text.out).toMatch(/^cycle 227: new 5 passes to new 2/);
    expect(text.out).toContain('all players of both teams are those of the base team');
    const csv = await run(['whatif', ...FEW, '--choices', 'hold', '--csv', '--action', '4', CLIP]);
    const [head, ...rows] = csv.out.trim().split('\n');
    expect(head).toMatch(/^log,time,side,unum,choice,futures,done,own,ownLow/);
    expect(rows.map((row) => row.split(',')[4])).toEqual(['as played', 'hold']);
  });

  it('names the nearest kicks of a cycle without one', async () => {
    const { code, err } = await run(['whatif', CLIP, '230']);
    expect(code).toBe(1);
    expect(err).toContain(
      'cycle 230: no player passes, shoots or dribbles then. The nearest kicks are at 224, 227, 244',
    );
  });

  it('refuses actions that are not kicks, unknown choices, and two kicks at once', async () => {
    const action = await run(['whatif', '--action', '2000', CLIP]);
    expect([action.code, action.err]).toEqual([1, expect.stringContaining('--action 2000: allowed: 0 to ')]);
    const choice = await run(['whatif', '--choices', 'pass:12', CLIP, '227']);
    expect([choice.code, choice.err]).toEqual([2, expect.stringContaining("'pass:12' is unknown")]);
    const both = await run(['whatif', '--action', '2', CLIP, '227']);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('give either the cycle')]);
  });
});

describe('whatif that a signal ends', () => {
  it('prints what had been played, says so, and ends with status 1', async () => {
    const others = new Set(process.listeners('SIGINT'));
    const listeners = () => process.listeners('SIGINT').filter((listener) => !others.has(listener));
    let isOver = false;
    const args = ['whatif', '--count', '100000', '--cycles', '2', '--choices', 'hold', '--json', CLIP, '227'];
    const running = run(args).finally(() => {
      isOver = true;
    });
    while (listeners().length === 0 && !isOver) await new Promise((resolve) => setImmediate(resolve));
    for (const listener of listeners()) listener('SIGINT');
    const { code, out, err } = await running;
    expect([code, err]).toEqual([1, 'rcss-log: ended by a signal; the report has what had been played\n']);
    const { outcomes, isPartial } = JSON.parse(out);
    expect(isPartial).toBe(true);
    // Choices that were not begun are left out.
    expect(outcomes).toMatchObject([{ choice: 'as played', futures: 5 }]);
  });
});

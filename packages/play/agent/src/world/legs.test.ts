import { createDefaultPlayerType, createServerParams } from '@rcss/params';
import { decodePlayerMessage } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import { countRunCycles } from '../../test/run-without-noise.js';
import { createTestScene } from '../../test/scene.js';
import { listBodyCommands } from '../skills/action.js';
import { dashTo } from '../skills/commands.js';
import { abilityOf } from './ability.js';
import { findLegTurn, lookUpLegPush, predictLegTurn } from './legs.js';

const server = createServerParams();
const ability = abilityOf(createDefaultPlayerType(server), server);
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

describe('a dash with two legs', () => {
  it('turns to the target and accelerates toward it', () => {
    for (const degrees of [-80, -45, -10, 10, 30, 60, 90]) {
      const { turn, along, command } = findLegTurn(ability, server, 1, radians(degrees), 100);
      expect(turn).toBeCloseTo(radians(degrees), 1);
      expect(along).toBeGreaterThan(0);
      const { left, right } = command;
      expect(JSON.parse(JSON.stringify(command))).toEqual(command);
      expect(predictLegTurn(ability.type, server, 1, left, right)).toBeCloseTo(turn, 2);
    }
  });

  it('accelerates less, the more it turns; a turn beyond its reach has no entry in the table', () => {
    const pushes = [0, 20, 40, 60, 80].map((degrees) => lookUpLegPush(ability, server, radians(degrees))!);
    expect(pushes[0]).toBeCloseTo(ability.dashAccel, 6);
    for (let i = 1; i < pushes.length; i++) expect(pushes[i]).toBeLessThan(pushes[i - 1]!);
    expect(lookUpLegPush(ability, server, radians(150))).toBeNull();
  });

  it('turns as the examples of the specification (spec 05 §10.4)', () => {
    const turn = (left: number | null, right: number | null): number =>
      predictLegTurn(
        ability.type,
        server,
        1,
        left === null ? null : { power: left, dir: 0 },
        right === null ? null : { power: right, dir: 0 },
      );
    expect(turn(100, null)).toBeCloseTo(1, 6);
    expect(turn(100, 50)).toBeCloseTo(0.5, 6);
    expect(turn(-100, 100)).toBeCloseTo(-1, 6);
    expect(turn(null, 100)).toBe(0);
  });

  it('the player knows the direction of its body after it, if the server executed it', () => {
    const turnAfter = (dash: number): number => {
      const wm = createTestScene({ x: 0, y: 0, body: 0.3 }, { x: 0, y: 30 });
      const { command } = findLegTurn(ability, server, 1, radians(50), 100);
      wm.recordCommands(listBodyCommands(command));
      const text = `(sense_body 1 (view_mode high normal) (stamina 8000 1 130600) (speed 0 0) (head_angle 0) (kick 0) (dash ${dash}) (turn 0))`;
      const read = decodePlayerMessage(new TextEncoder().encode(text));
      if (!read.ok || read.value.type !== 'sense_body') throw new Error('no sense_body');
      wm.senseBody(read.value);
      return wm.self.body - 0.3;
    };
    expect(turnAfter(1)).toBeCloseTo(radians(50), 1);
    expect(turnAfter(0)).toBe(0);
  });

  it('runs are not slower with it, and faster by a cycle or more with a body that points 45 degrees aside', () => {
    let gained = 0;
    for (const speed of [0, 0.4])
      for (const way of [3, 5, 8, 12, 20])
        for (const degrees of [15, 30, 45, 60, 90, 135]) {
          const angle = radians(degrees);
          const target = { x: way * Math.cos(angle), y: way * Math.sin(angle) };
          const count = (hasLegs: boolean): number =>
            countRunCycles({ target, speed, hasLegs }, 0.5, (wm) => dashTo(wm, target, 0.5, 100));
          const [without, withLegs] = [count(false), count(true)];
          expect(withLegs).toBeLessThanOrEqual(without);
          if (degrees === 45) gained += without - withLegs;
        }
    expect(gained).toBeGreaterThanOrEqual(5);
  });
});

import type { SeeMessage, SeenObjectMessage } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { toRadians } from '../geometry.js';
import { PlayerTracker } from './player-tracker.js';
import { encodeSay } from './say-codec.js';
import { KEPT_SIGHTINGS, Sightings } from './sightings.js';
import { Views } from './views.js';

const seen = (unum: number, rest: Partial<SeenObjectMessage>): SeenObjectMessage => ({
  kind: 'player',
  detail: 'full',
  index: -1,
  name: 'p',
  team: 'Alpha',
  unum,
  goalie: false,
  dist: 10,
  dir: 0,
  distChange: null,
  dirChange: null,
  bodyDir: null,
  headDir: null,
  pointDir: null,
  tackling: false,
  kicked: false,
  ...rest,
});

function see(players: PlayerTracker, ...objects: SeeMessage['objects'][number][]): void {
  const { self } = createTestScene({ x: 0, y: 0, body: toRadians(90) }, { x: 0, y: 0 });
  players.predict();
  players.see(objects, self, 'Alpha', toRadians(60));
}

describe('what a player sees of another', () => {
  const { ability } = createTestScene({ x: 0, y: 0 }, { x: 0, y: 0 }).self;

  it('is also where it looks and points, as directions of the field', () => {
    const players = new PlayerTracker(ability);
    see(players, seen(7, { bodyDir: 10, headDir: -30, pointDir: 45 }));
    const mate = players.mates[7]!;
    expect(mate.face).toBeCloseTo(toRadians(60));
    expect(mate.arm).toBeCloseTo(toRadians(135));
    expect(mate.faceAge).toBe(0);
    see(players, seen(7, {}));
    expect(mate.arm).toBeNull();
    expect(mate.faceAge).toBe(1);
    expect(mate.face).toBeCloseTo(toRadians(60));
  });

  it('stays as a history of its places', () => {
    const players = new PlayerTracker(ability);
    for (const dist of [10, 11, 12]) see(players, seen(7, { dist }));
    const { sightings } = players.mates[7]!;
    expect(sightings.count).toBe(3);
    expect([0, 1, 2].map((i) => Math.round(sightings.y(i)))).toEqual([12, 11, 10]);
    expect(sightings.cycle(0) - sightings.cycle(2)).toBe(2);
  });
});

describe('sightings', () => {
  it('keeps the newest, and one of each cycle', () => {
    const sightings = new Sightings();
    for (let cycle = 1; cycle <= KEPT_SIGHTINGS + 5; cycle++) sightings.add(cycle, cycle, 0);
    sightings.add(KEPT_SIGHTINGS + 5, -1, 2);
    expect(sightings.count).toBe(KEPT_SIGHTINGS);
    expect([sightings.x(0), sightings.y(0), sightings.x(1)]).toEqual([-1, 2, KEPT_SIGHTINGS + 4]);
    expect(sightings.cycle(KEPT_SIGHTINGS - 1)).toBe(6);
    expect(sightings.x(KEPT_SIGHTINGS)).toBeNaN();
  });
});

describe('where a player has looked', () => {
  it('a point in the angle of a view, or near the player, was seen then', () => {
    const views = new Views();
    views.add(10, { x: 0, y: 0 }, 0, toRadians(30));
    views.add(14, { x: 0, y: 0 }, toRadians(90), toRadians(30));
    expect(views.unseenFor({ x: 20, y: 5 }, 15, 3)).toBe(5);
    expect(views.unseenFor({ x: 1, y: 20 }, 15, 3)).toBe(1);
    expect(views.unseenFor({ x: -2, y: 0 }, 15, 3)).toBe(1);
    expect(views.unseenFor({ x: -20, y: 0 }, 15, 3)).toBe(Number.POSITIVE_INFINITY);
  });
});

it('a set play ends after drop_ball_time cycles, other play modes do not', () => {
  const wm = createTestScene({ x: 0, y: 0 }, { x: 0, y: 0 }, { server: { drop_ball_time: 50 } });
  expect(wm.setPlayCyclesLeft).toBeNull();
  wm.startMode('free_kick_l');
  wm.cycle += 20;
  expect(wm.setPlayCyclesLeft).toBe(30);
  wm.cycle += 40;
  expect(wm.setPlayCyclesLeft).toBe(0);
  wm.startMode('before_kick_off');
  expect(wm.setPlayCyclesLeft).toBeNull();
});

it('play is stopped from the call of a foul on, not only from the free kick after it', () => {
  const wm = createTestScene({ x: 0, y: 0 }, { x: 0, y: 0 });
  const call = (message: string): string => {
    wm.hear({ kind: 'referee', message });
    return wm.modeName;
  };
  wm.startMode('play_on');
  expect(call('foul_l')).toBe('play_on');
  expect(call('yellow_card_l_9')).toBe('play_on');
  expect(call('foul_charge_l')).toBe('foul_charge_l');
  expect(wm.playOn).toBe(false);
  expect(call('foul_push_r')).toBe('foul_push_r');
});

describe('the last touch', () => {
  const createScene = (kicked: readonly number[]) => {
    const wm = createTestScene({ x: -50, y: 0 }, { x: -40, y: 0.5, vx: -2 });
    placePlayer(wm, true, 3, -40.3, 0);
    placePlayer(wm, false, 9, -38.5, 0.5);
    for (const p of [...wm.players.ownList, ...wm.players.opponentList]) p.kicked = kicked.includes(p.unum);
    return wm;
  };

  it('is that of the player that is seen to kick, not of one that the ball passes', () => {
    const wm = createScene([9]);
    wm.conclude();
    expect(wm.lastTouch).toBe('opponent');
    for (const p of wm.players.opponentList) p.kicked = false;
    wm.ball.isDeflected = true;
    wm.conclude();
    expect(wm.lastTouch).toBe('opponent');
  });

  it('is of both sides if both kick', () => {
    const wm = createScene([3, 9]);
    wm.conclude();
    expect(wm.lastTouch).toBe('contested');
  });

  it('is of a teammate that kicked the ball away', () => {
    const wm = createScene([3]);
    Object.assign(wm.ball.pos, { x: -42.6, y: 0.5 });
    Object.assign(wm.ball.vel, { x: -2.2, y: 0 });
    wm.conclude();
    expect([wm.lastTouch, wm.lastTouchUnum]).toEqual(['own', 3]);
  });

  it('is guessed from a deflected ball if the server does not show who kicks', () => {
    const wm = createScene([]);
    Object.assign(wm.players.opponents[9]!.pos, { x: -20, y: 0 });
    wm.conclude();
    expect(wm.lastTouch).toBeNull();
    wm.ball.isDeflected = true;
    wm.conclude();
    expect(wm.lastTouch).toBe('own');
  });
});

describe('the ban on the taker of a set play', () => {
  const takeKickOff = () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -6, y: 4, vx: -0.7, vy: 0.7 }, { unum: 11 });
    wm.startMode('kick_off_l');
    Object.assign(wm.ball.pos, { x: -0.3, y: 0 });
    wm.startMode('play_on');
    expect(wm.bannedTaker).toBe(11);
    Object.assign(wm.ball.pos, { x: -6, y: 4 });
    return wm;
  };

  it('ends when a teammate says that it passes', () => {
    const wm = takeKickOff();
    const say = (unum: number) => {
      const message = encodeSay([{ kind: 'pass', receiver: 11 }]);
      wm.hear({ kind: 'complete', dir: 0, own: true, unum, message });
    };
    say(11);
    expect(wm.bannedTaker).toBe(11);
    say(8);
    expect(wm.bannedTaker).toBe(0);
  });

  it('ends when the ball leaves its way, once the noise of the own kick is over', () => {
    const wm = takeKickOff();
    wm.ball.isDeflected = true;
    wm.conclude();
    expect(wm.bannedTaker).toBe(11);
    wm.cycle += 3;
    wm.ball.isDeflected = false;
    wm.conclude();
    expect(wm.bannedTaker).toBe(11);
    wm.ball.isDeflected = true;
    wm.conclude();
    expect(wm.bannedTaker).toBe(0);
  });
});

describe('the offside line', () => {
  /** Sees defenders 2 and 3 at x = 20 and 18, and another opponent whose number cannot be read. */
  function seeDefenders(x: number, y: number): number {
    const wm = createTestScene({ x: 5, y: 0, body: 0 }, { x: 0, y: 0 });
    const at = (px: number, py: number) => ({
      dist: Math.sqrt((px - 5) ** 2 + py ** 2),
      dir: (Math.atan2(py, px - 5) * 180) / Math.PI,
    });
    const other = { team: 'Beta' };
    wm.players.see(
      [
        seen(2, { ...other, ...at(20, 5) }),
        seen(3, { ...other, ...at(18, -5) }),
        seen(0, { ...other, ...at(x, y), unum: null }),
      ],
      wm.self,
      'Alpha',
      toRadians(60),
    );
    wm.players.refresh(wm.unum);
    return wm.offsideLine;
  }

  it('is at the defenders if only the goalie is nearer to its goal, also if the player is too far to recognize it', () => {
    expect(seeDefenders(49, -4)).toBeCloseTo(20);
  });

  it('is at the last player beside the penalty area, which cannot be the goalie', () => {
    expect(seeDefenders(45, 28)).toBeCloseTo(45);
    expect(seeDefenders(30, 0)).toBeCloseTo(30);
  });
});

import { toDegrees } from '../geometry.js';
import type { Reach } from '../reach/intercept.js';
import type { AgentPlayer } from '../team/agent-player.js';
import type { SeenPlayer } from '../team/seen-player.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { ProcessWorld } from './messages.js';

/** Three decimals are finer than what a player sees, and make the messages short. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;
const degrees = (radians: number): number => Math.round(toDegrees(radians) * 10) / 10;

/** Place and velocity, meters and meters per cycle. */
type Motion = Record<'x' | 'y' | 'vx' | 'vy', number>;

/** Returns what a player believes as a process gets it. */
export function describeBelief(player: AgentPlayer): ProcessWorld {
  const { world, race, home } = player;
  const { self, ball, players, mode } = world;
  return {
    time: world.time,
    stoppageTime: world.stoppageTime,
    cycle: world.cycle,
    mode: mode.kind,
    modeIsOwn: mode.isOwn,
    modeAge: world.modeAge,
    goalsFor: world.goalsFor,
    goalsAgainst: world.goalsAgainst,
    unum: world.unum,
    goalie: world.goalie,
    sawThisCycle: world.sawThisCycle,
    kickable: world.kickable && world.bannedTaker !== world.unum,
    isFirst: player.isFirst,
    offsideLine: round(world.offsideLine),
    lastTouch: world.lastTouch,
    bannedTaker: world.bannedTaker,
    passReceiver: world.passReceiver,
    home: { x: round(home.x), y: round(home.y) },
    me: {
      ...describeMotion(self),
      body: degrees(self.body),
      neck: degrees(self.neck),
      posError: round(self.posError),
      stamina: self.stamina,
      effort: self.effort,
      recovery: self.recovery,
      capacity: self.capacity,
      viewWidth: self.viewWidth,
      tackleExpires: self.tackleExpires,
      charged: self.charged,
      armMovable: self.armMovable,
      attention: self.attention,
      typeId: self.ability.type.id,
    },
    ball: {
      ...describeMotion(ball),
      z: round(ball.z),
      age: ball.age,
      velAge: ball.velAge,
      error: round(ball.error),
      isLost: ball.isLost,
    },
    teammates: players.ownList.map(describePlayer),
    opponents: players.opponentList.map(describePlayer),
    race: {
      own: describeReach(race.own),
      mate: describeReach(race.mate),
      mateUnum: race.mateUnum,
      opponent: describeReach(race.opponent),
    },
    heard: [...player.heard],
    heardParts: player.heardParts.map(({ unum, part }) => ({ unum, part: { ...part } })),
    heardOpponents: [...player.heardOpponents],
    coachHeard: [...player.coachHeard],
  };
}

export function describeMotion({ pos, vel }: Pick<SeenPlayer, 'pos' | 'vel'>): Motion {
  return { x: round(pos.x), y: round(pos.y), vx: round(vel.x), vy: round(vel.y) };
}

function describePlayer(player: TrackedPlayer): ProcessWorld['teammates'][number] {
  return {
    unum: player.unum,
    ...describeMotion(player),
    body: degrees(player.body),
    age: player.age,
    bodyAge: player.bodyAge,
    goalie: player.goalie,
    tackling: player.tackling,
    kicked: player.kicked,
    typeId: player.ability.type.id,
  };
}

function describeReach({ cycles, x, y }: Reach): Reach {
  return { cycles, x: round(x), y: round(y) };
}

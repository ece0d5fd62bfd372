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
    ...pick(world, 'time', 'stoppageTime', 'cycle', 'modeAge', 'goalsFor', 'goalsAgainst', 'unum', 'goalie'),
    ...pick(world, 'sawThisCycle', 'lastTouch', 'bannedTaker', 'passReceiver'),
    mode: mode.kind,
    modeIsOwn: mode.isOwn,
    kickable: world.kickable && world.bannedTaker !== world.unum,
    isFirst: player.isFirst,
    offsideLine: round(world.offsideLine),
    home: { x: round(home.x), y: round(home.y) },
    me: {
      ...describeMotion(self),
      ...pick(self, 'stamina', 'effort', 'recovery', 'capacity', 'viewWidth', 'tackleExpires', 'charged'),
      ...pick(self, 'armMovable', 'attention'),
      body: degrees(self.body),
      neck: degrees(self.neck),
      posError: round(self.posError),
      typeId: self.ability.type.id,
    },
    ball: {
      ...describeMotion(ball),
      ...pick(ball, 'age', 'velAge', 'isLost'),
      z: round(ball.z),
      error: round(ball.error),
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

/** Returns the fields with these names. */
export function pick<Source, Name extends keyof Source>(
  source: Source,
  ...names: Name[]
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}

export function describeMotion({ pos, vel }: Pick<SeenPlayer, 'pos' | 'vel'>): Motion {
  return { x: round(pos.x), y: round(pos.y), vx: round(vel.x), vy: round(vel.y) };
}

function describePlayer(player: TrackedPlayer): ProcessWorld['teammates'][number] {
  return {
    ...pick(player, 'unum', 'age', 'bodyAge', 'goalie', 'tackling', 'kicked'),
    ...describeMotion(player),
    body: degrees(player.body),
    typeId: player.ability.type.id,
  };
}

function describeReach({ cycles, x, y }: Reach): Reach {
  return { cycles, x: round(x), y: round(y) };
}

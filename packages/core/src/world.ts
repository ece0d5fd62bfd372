import { PLAYER_COUNT, playerIndex, TEAM_SIZE } from './pitch.js';
import type { PlayMode } from './play-mode.js';
import { createPlayer, type Player } from './player.generated.js';
import type { Side, SideOrNeutral } from './side.js';
import { type Vec2, vec2 } from './vec2.js';

/**
 * The state of a match that bodies, sensors and rules share: plain data of fixed shape, all in the one field
 * frame (metres, x towards the right goal, y downwards; radians; metres per cycle). Nothing is mirrored for the
 * right team (spec 05 §2.1). What belongs to one component alone (memories of referee rules, queues of coaches) is kept
 * by that component beside the world.
 */
export interface World {
  /** Cycles during which the clock ran. */
  time: number;
  /** Steps spent at the present time while the clock stood (spec 02 §6). */
  stoppageTime: number;
  playMode: PlayMode;
  /** Side that may touch the ball next; its opponents are kept away (spec 06 §4.3). */
  kickOffSide: SideOrNeutral;
  /** Time at which the play mode last became play_on; coach message windows count from it (spec 07 §10.3). */
  playOnStart: number;
  readonly ball: Ball;
  /** Index of the goalie who holds the ball, -1 when nobody does (spec 05 §8). */
  catcher: number;
  /** Left 1..11 then right 1..11. */
  readonly players: readonly Player[];
  readonly left: Team;
  readonly right: Team;
  /** Wind vector and its random part (spec 05 §6.4). */
  readonly wind: Vec2;
  windRandom: number;
}

export interface Ball {
  readonly pos: Vec2;
  readonly vel: Vec2;
  /** Sum of all pushes since the last step. */
  readonly accel: Vec2;
}

export interface Team {
  readonly side: Side;
  /** Real name, given by the first player; empty while the side has no team. It is never released. */
  name: string;
  score: number;
  /** Penalty kicks of the shoot-out: taken, and scored. */
  penaltyTaken: number;
  penaltyScored: number;
  /** Whether this side won the toss of a coin after a drawn shoot-out. */
  wonToss: boolean;
  /** Players accepted so far, also those that left; the next uniform number is one more. */
  playerCount: number;
  /** Name the online coach gave, empty when none. */
  coachName: string;
  /** Fouls called against this side. */
  fouls: number;
}

/** Bits of `Player.state` (spec 05 §4.3). */
export const PlayerState: {
  readonly DISABLED: 0;
  readonly STAND: 0x1;
  readonly KICK: 0x2;
  readonly KICK_FAULT: 0x4;
  readonly GOALIE: 0x8;
  readonly CATCH: 0x10;
  readonly CATCH_FAULT: 0x20;
  readonly BALL_TO_PLAYER: 0x40;
  readonly PLAYER_TO_BALL: 0x80;
  readonly DISCARD: 0x100;
  readonly LOST: 0x200;
  readonly BALL_COLLIDE: 0x400;
  readonly PLAYER_COLLIDE: 0x800;
  readonly TACKLE: 0x1000;
  readonly TACKLE_FAULT: 0x2000;
  readonly BACK_PASS: 0x4000;
  readonly FREE_KICK_FAULT: 0x8000;
  readonly POST_COLLIDE: 0x10000;
  readonly FOUL_CHARGED: 0x20000;
  readonly YELLOW_CARD: 0x40000;
  readonly RED_CARD: 0x80000;
  readonly ILLEGAL_DEFENSE: 0x100000;
} = {
  DISABLED: 0,
  STAND: 0x1,
  KICK: 0x2,
  KICK_FAULT: 0x4,
  GOALIE: 0x8,
  CATCH: 0x10,
  CATCH_FAULT: 0x20,
  BALL_TO_PLAYER: 0x40,
  PLAYER_TO_BALL: 0x80,
  DISCARD: 0x100,
  LOST: 0x200,
  BALL_COLLIDE: 0x400,
  PLAYER_COLLIDE: 0x800,
  TACKLE: 0x1000,
  TACKLE_FAULT: 0x2000,
  BACK_PASS: 0x4000,
  FREE_KICK_FAULT: 0x8000,
  POST_COLLIDE: 0x10000,
  FOUL_CHARGED: 0x20000,
  YELLOW_CARD: 0x40000,
  RED_CARD: 0x80000,
  ILLEGAL_DEFENSE: 0x100000,
};

export function teamOf(world: World, side: Side): Team {
  return side === 'l' ? world.left : world.right;
}

/** The slot of a uniform number, or undefined when the number is not 1..11. */
export function playerOf(world: World, side: Side, unum: number): Player | undefined {
  return unum >= 1 && unum <= TEAM_SIZE && Number.isInteger(unum)
    ? world.players[playerIndex(side, unum)]
    : undefined;
}

function createTeam(side: Side, score: number): Team {
  return {
    side,
    name: '',
    score,
    penaltyTaken: 0,
    penaltyScored: 0,
    wonToss: false,
    playerCount: 0,
    coachName: '',
    fouls: 0,
  };
}

/** An empty field before the first kick-off, with 22 absent players. */
export function createWorld(startScoreLeft = 0, startScoreRight = 0): World {
  const players: Player[] = [];
  for (let i = 0; i < PLAYER_COUNT; i++) {
    players.push(createPlayer(i < TEAM_SIZE ? 'l' : 'r', (i % TEAM_SIZE) + 1));
  }
  return {
    time: 0,
    stoppageTime: 0,
    playMode: 'before_kick_off',
    kickOffSide: 'l',
    playOnStart: 0,
    ball: { pos: vec2(), vel: vec2(), accel: vec2() },
    catcher: -1,
    players,
    left: createTeam('l', startScoreLeft),
    right: createTeam('r', startScoreRight),
    wind: vec2(),
    windRandom: 0,
  };
}

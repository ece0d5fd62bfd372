import type { PlayMode } from './play-mode.js';
import { createPlayer, type Player } from './player.generated.js';
import type { Side, SideOrNeutral } from './side.js';
import { PLAYER_COUNT, playerIndex, playerSlot, TEAM_SIZE } from './side.js';
import type { Vec2 } from './vec2.js';
import * as vec2 from './vec2.js';

/**
 * The state of a match that bodies, sensors and rules share: plain data of fixed shape, in the field frame (meters, x
 * towards the right goal, y downwards; radians; meters per cycle). Nothing is mirrored for the right team
 * (spec 05 §2.1). State that only one component uses (state of referee rules, queues of coaches) is stored in that
 * component, not in the world.
 */
export interface World {
  /** Number of cycles in which the clock ran. */
  time: number;
  /** Number of steps at the current time while the clock was stopped (spec 02 §6). */
  stoppageTime: number;
  playMode: PlayMode;
  /** Side that may touch the ball next; its opponents must keep their distance (spec 06 §4.3). */
  kickOffSide: SideOrNeutral;
  /** Time at which the play mode last became play_on; the windows of coach messages start at it (spec 07 §10.3). */
  playOnStart: number;
  readonly ball: Ball;
  /** Index of the goalie that holds the ball, -1 if no goalie does (spec 05 §8). */
  catcher: number;
  /** Left 1..11 then right 1..11. */
  readonly players: readonly Player[];
  readonly left: Team;
  readonly right: Team;
  /** Wind vector: force and direction of the parameters (spec 05 §6.4). */
  readonly wind: Vec2;
  /** Greatest random change of each component of the wind. If it is 0, the wind has no effect. */
  windRandom: number;
}

/** The ball: plain vectors in the field frame. */
export interface Ball {
  /** Position, meters. */
  readonly pos: Vec2;
  /** Velocity, meters per cycle. */
  readonly vel: Vec2;
  /** Sum of all accelerations since the last step, meters per cycle squared. */
  readonly accel: Vec2;
  /** Height of the center above its place on the ground, meters; 0 in a match without height (spec 12 §4). */
  z: number;
  /** Vertical velocity, upwards, meters per cycle. */
  vz: number;
  /** Sum of the vertical accelerations of kicks since the last step, meters per cycle squared. */
  az: number;
}

/** One team of the match: name, score, and counters of players, fouls and penalty kicks. */
export interface Team {
  readonly side: Side;
  /** Real name, set by the first player; empty while the side has no team. It never becomes empty again. */
  name: string;
  score: number;
  /** Number of penalty kicks taken in the shoot-out. */
  penaltyTaken: number;
  penaltyScored: number;
  /** Whether this side won the coin toss after a drawn shoot-out. */
  wonToss: boolean;
  /** Number of players accepted so far, including those that left; the next uniform number is one more. */
  playerCount: number;
  /** Name that the online coach gave; empty if none. */
  coachName: string;
  /** Number of fouls called against this side. */
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

/**
 * Whether a player with these state bits kicked the ball in the cycle. KICK alone says that the command was accepted; with KICK_FAULT
 * the ball was out of reach or dead, and did not move.
 */
export function hasKicked(state: number): boolean {
  return (state & (PlayerState.KICK | PlayerState.KICK_FAULT)) === PlayerState.KICK;
}

/** Whether the tackle of a player with these state bits reached the ball. The bits stay set while the tackle lasts. */
export function hasTackled(state: number): boolean {
  return (state & (PlayerState.TACKLE | PlayerState.TACKLE_FAULT)) === PlayerState.TACKLE;
}

/** Whether a player with these state bits caught the ball in the cycle. A ball that the goalie punched has CATCH_FAULT too. */
export function hasCaught(state: number): boolean {
  return (state & (PlayerState.CATCH | PlayerState.CATCH_FAULT)) === PlayerState.CATCH;
}

export function teamOf(world: World, side: Side): Team {
  return side === 'l' ? world.left : world.right;
}

/** Returns the slot of a uniform number, or undefined if the number is not 1..11. */
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

/** Creates the world before the first kick-off, with 22 absent players. */
export function createWorld(startScoreLeft = 0, startScoreRight = 0): World {
  const players: Player[] = [];
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const { side, unum } = playerSlot(i);
    players.push(createPlayer(side, unum));
  }
  return {
    time: 0,
    stoppageTime: 0,
    playMode: 'before_kick_off',
    kickOffSide: 'l',
    playOnStart: 0,
    ball: { pos: vec2.create(), vel: vec2.create(), accel: vec2.create(), z: 0, vz: 0, az: 0 },
    catcher: -1,
    players,
    left: createTeam('l', startScoreLeft),
    right: createTeam('r', startScoreRight),
    wind: vec2.create(),
    windRandom: 0,
  };
}

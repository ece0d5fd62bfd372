/**
 * A state that can be continued, made from a frame of a game log.
 *
 * A frame has what spectators see: places, motion, energy, play mode, score. The memory of the rules, the counters that expire and the
 * random streams are not in it. The function fills them from the frames before, if it gets them, and otherwise with an assumption;
 * `unknown` lists every assumption.
 *
 * Surprising: the state is that after the cycle of the frame, so bits that last one cycle, such as KICK, are not in it.
 */
import {
  type Frame,
  type FramePlayer,
  hasKicked,
  hasTackled,
  isShootoutMode,
  type Player,
  PlayerState,
  playerIndex,
  playModeSide,
  SHOWN_COUNTS,
  teamOf,
} from '@rcss/core';
import type { Scene, ScenePlayer } from '@rcss/core/match-document';
import { clamp, rad } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';
import { clearCycleStates } from '@rcss/physics';
import { enterField } from '@rcss/physics/players';
import { isBallKickable } from '@rcss/physics/predict';
import { playModeKind } from '@rcss/referee/geometry';
import { createSpecMatch } from './create-match.js';
import type { Match } from './match.js';
import type { Snapshot } from './match-state.js';
import { applyScene } from './scene.js';
import { snapshot } from './snapshot.js';
import { countNewPlayer } from './substitution.js';

/** What a source of frames stores; `logFeatures` of `@rcss/logs` returns it for a version of game logs. */
export interface StoredFields {
  /** Velocities, neck, view, stamina and command counts. */
  readonly details: boolean;
  /** All bits of the player state, pointing and attention. */
  readonly fullState: boolean;
  /** Stamina capacity. */
  readonly capacity: boolean;
}

export interface ReconstructOptions {
  /** Parameters of the match, with the player types of the log. */
  readonly params: MatchParams;
  /** Seed of the random streams of the continuation. */
  readonly seed: number;
  /** Frames before the frame, oldest first; they say how long a tackle lasts and who played the ball last. None by default. */
  readonly before?: readonly Frame[];
  /** What the frames contain; everything by default. */
  readonly stores?: StoredFields;
  /** Whether `params` has the parameters and types of the match, not defaults; true by default. */
  readonly hasParameters?: boolean;
  /** Protocol version of all players; 19 by default. */
  readonly version?: number;
}

/** A state that can be continued, and what was assumed for it. */
export interface ReconstructedState {
  readonly snapshot: Snapshot;
  /** What the frames do not contain, with the value that was assumed: `stamina: 8000, the greatest value`. */
  readonly unknown: readonly string[];
}

const ALL: StoredFields = { details: true, fullState: true, capacity: true };

/**
 * Returns the state of a match after the cycle of a frame, for `createSpecMatch` and `restore`, `createLocalMatch({ from })` and forks.
 *
 * All that the frame contains is the same in it: clock, play mode, score, places, velocities, directions, energy, counts, types, cards.
 *
 * @throws {RangeError} if a value of the frame is impossible, with its path, the value and what is allowed
 * @example
 * const { snapshot, unknown } = reconstructSnapshot(log.frame(log.frameAt(3000)), { params, seed: 1 });
 */
export function reconstructSnapshot(frame: Frame, options: ReconstructOptions): ReconstructedState {
  const { params, seed, before = [], stores = ALL, hasParameters = true } = options;
  const match = createSpecMatch({ seed, rules: params, clock: 'stepped' });
  const unknown: string[] = [];
  enterPlayers(match, frame, options.version ?? 19);
  const applied = applyScene(match, createScene(frame, params, stores));
  if (!applied.ok) throw new RangeError(`the frame of cycle ${frame.time}: ${applied.error.message}`);
  match.steps = Math.max(1, frame.time);
  match.world.stoppageTime = frame.stoppageTime;
  for (const shown of frame.players) fillPlayer(match, shown, stores, before);
  if (!stores.details) {
    setVelocities(match, frame, before.at(-1), unknown);
    unknown.push(
      `stamina: ${params.server.stamina_max}, the greatest value, with effort and recovery 1`,
      'neck: 0, view: normal',
    );
  }
  if (!stores.details || !stores.capacity)
    unknown.push(`stamina capacity: ${params.server.stamina_capacity}, the value at the start of a half`);
  if (!stores.fullState) unknown.push('tackles, cards, pointing and attention: none');
  if (!hasParameters) unknown.push('parameters and player types: the defaults');
  fillWaits(match, frame, before, unknown);
  fillRules(match, frame, before, unknown);
  clearCycleStates(match.world);
  unknown.push(
    `protocol version of the players: ${options.version ?? 19}`,
    'offside positions at the last touch: none',
    'waits of the rules, such as the time until a drop ball: from their beginning',
    'words in the air and hearing capacity: none and full',
    `wind and random streams: those of seed ${seed}`,
  );
  return { snapshot: snapshot(match), unknown };
}

function isPresent({ state }: FramePlayer): boolean {
  return (state & PlayerState.STAND) !== 0;
}

/** Lets the players of the frame take their slots, and counts those that were sent off. */
function enterPlayers(match: Match, frame: Frame, version: number): void {
  const { world, params } = match;
  for (const side of ['left', 'right'] as const) {
    const { name, score, penaltyScored, penaltyMissed } = frame[side];
    const team = world[side];
    Object.assign(team, { name, score, penaltyScored, penaltyTaken: penaltyScored + penaltyMissed });
  }
  for (const shown of frame.players) {
    const { side, unum, state } = shown;
    const isSentOff = (state & PlayerState.RED_CARD) !== 0;
    if (!isPresent(shown) && !isSentOff) continue;
    const player = world.players[playerIndex(side, unum)] as Player;
    const team = teamOf(world, side);
    team.playerCount = Math.max(team.playerCount, unum);
    // A log of one team may have no names yet.
    if (team.name === '') team.name = side === 'l' ? 'Left' : 'Right';
    player.version = version;
    enterField(params, player, (state & PlayerState.GOALIE) !== 0);
    countNewPlayer(match, player);
    if (isPresent(shown)) continue;
    Object.assign(player, { enabled: false, cards: 2, state: PlayerState.RED_CARD });
  }
}

/** What a scene can set. Values that a log has rounded are brought back into their range. */
function createScene(frame: Frame, { server, types }: MatchParams, { details }: StoredFields): Scene {
  const players = frame.players.filter(isPresent).map(
    (shown): ScenePlayer => ({
      side: shown.side === 'l' ? 'left' : 'right',
      unum: shown.unum,
      playerType: shown.typeId >= 0 && shown.typeId < types.length ? shown.typeId : 0,
      goalie: (shown.state & PlayerState.GOALIE) !== 0,
      card: (shown.state & PlayerState.YELLOW_CARD) !== 0 ? 'yellow' : 'none',
      position: { x: shown.x, y: shown.y },
      velocity: details ? { x: shown.vx, y: shown.vy } : { x: 0, y: 0 },
      bodyAngle: shown.body - 360 * Math.round(shown.body / 360),
      neckAngle: details ? clamp(shown.neck, server.minneckang, server.maxneckang) : 0,
      ...(details && { stamina: clamp(shown.stamina, 0, server.stamina_max) }),
    }),
  );
  const { ballX, ballY, ballVx, ballVy, ballZ, hasHeight } = frame;
  return {
    time: frame.time,
    playMode: frame.playMode,
    ball: {
      position: { x: ballX, y: ballY },
      velocity: details ? { x: ballVx, y: ballVy } : { x: 0, y: 0 },
      ...(hasHeight && { height: ballZ }),
    },
    players,
  };
}

/** Sets the rest of a player that the frame contains. */
function fillPlayer(
  { world, params }: Match,
  shown: FramePlayer,
  { details, fullState, capacity }: StoredFields,
  before: readonly Frame[],
): void {
  if (!isPresent(shown)) return;
  const index = playerIndex(shown.side, shown.unum);
  const player = world.players[index] as Player;
  // The scene has set body and stamina; the bits of the cycle are cleared in the end.
  player.state = shown.state;
  if (!details) return;
  player.body = player.bodyTarget = rad(shown.body);
  player.neck = player.neckTarget = rad(shown.neck);
  player.effort = shown.effort;
  player.recovery = shown.recovery;
  player.viewAngle = rad(shown.viewWidth);
  player.viewWidth = shown.viewWidth <= 60 ? 'narrow' : shown.viewWidth <= 120 ? 'normal' : 'wide';
  player.viewQuality = shown.viewQuality === 'h' ? 'high' : 'low';
  player.focusDist = shown.focusDist;
  player.focusDir = rad(shown.focusDir);
  if (capacity && shown.capacity >= 0) player.staminaCapacity = shown.capacity;
  for (const count of SHOWN_COUNTS) player[count] = shown[count];
  const dashes = before.at(-1)?.players[index]?.dashCount;
  player.dashedCount = dashes !== undefined && dashes < shown.dashCount ? 0 : -1;
  player.kickedCount = hasKicked(shown.state) ? 0 : -1;
  if (!fullState) return;
  if (shown.hasPoint) {
    player.armAge = Math.min(params.server.point_to_ban, params.server.point_to_duration - 1);
    player.armTarget.x = shown.pointX;
    player.armTarget.y = shown.pointY;
  }
  player.attention = shown.attentionSide === '' ? -1 : playerIndex(shown.attentionSide, shown.attentionUnum);
}

/** Estimates velocities from the way since the frame before: bodies move, and then their velocity decays. */
function setVelocities(
  { world, params }: Match,
  now: Frame,
  last: Frame | undefined,
  unknown: string[],
): void {
  if (last === undefined || last.time + 1 !== now.time) {
    unknown.push('velocities: 0');
    return;
  }
  unknown.push('velocities: the way since the frame before, with decay');
  const { ball_decay: decay, ball_speed_max: fastest } = params.server;
  setWay(world.ball.vel, now.ballX - last.ballX, now.ballY - last.ballY, fastest, decay);
  now.players.forEach((shown, i) => {
    const old = last.players[i] as FramePlayer;
    if (!isPresent(shown) || !isPresent(old)) return;
    const player = world.players[i] as Player;
    const type = params.types[player.typeId]!;
    setWay(player.vel, shown.x - old.x, shown.y - old.y, type.player_speed_max, type.player_decay);
  });
}

/** Sets the velocity after a cycle in which a body has moved by `dx`, `dy`; a way that no body can cover was a placement. */
function setWay(out: { x: number; y: number }, dx: number, dy: number, fastest: number, decay: number): void {
  const limit = 1.5 * fastest;
  const isMotion = dx * dx + dy * dy <= limit * limit;
  out.x = isMotion ? dx * decay : 0;
  out.y = isMotion ? dy * decay : 0;
}

/** Sets the remaining time of tackles and fouls from the frames before; without them, half of the whole time. */
function fillWaits(match: Match, frame: Frame, before: readonly Frame[], unknown: string[]): void {
  const { tackle_cycles: tackle, foul_cycles: foul } = match.params.server;
  frame.players.forEach((shown, i) => {
    if (!isPresent(shown)) return;
    const player = match.world.players[i] as Player;
    const name = `${shown.side}${shown.unum}`;
    const remaining = (bits: number, whole: number, what: string): number => {
      if ((shown.state & bits) === 0) return 0;
      const age = findAge(frame, before, i, bits);
      if (age !== null) return Math.max(0, whole - age);
      const assumed = Math.ceil(whole / 2);
      unknown.push(`${what} of ${name}: ${assumed} more cycles`);
      return assumed;
    };
    player.tackleIdle = remaining(PlayerState.TACKLE | PlayerState.TACKLE_FAULT, tackle, 'tackle');
    player.foulCharged = remaining(PlayerState.FOUL_CHARGED, foul, 'suffered foul');
    player.bodyUsed = player.tackleIdle > 0 || player.foulCharged > 0;
    const bans = player.goalie && (shown.state & (PlayerState.CATCH | PlayerState.CATCH_FAULT)) !== 0;
    if (bans) player.catchBan = match.params.server.catch_ban_cycle;
  });
}

/** Returns the number of cycles for which a player has had one of the bits, or null if the frames before do not reach so far. */
function findAge(frame: Frame, before: readonly Frame[], index: number, bits: number): number | null {
  const { tackleCount } = frame.players[index] as FramePlayer;
  for (let age = 1; age <= before.length; age++) {
    const { state, tackleCount: count } = before[before.length - age]!.players[index] as FramePlayer;
    if ((state & bits) === 0 || (bits !== PlayerState.FOUL_CHARGED && count !== tackleCount)) return age;
  }
  return null;
}

/** Sets what the rules remember and the frames say: who played the ball last, who holds it, the side of a restart, the shootout. */
function fillRules(match: Match, frame: Frame, before: readonly Frame[], unknown: string[]): void {
  const { world, referee, params } = match;
  const side = playModeSide(frame.playMode);
  if (frame.playMode === 'before_kick_off')
    world.kickOffSide = referee.state.time.halfEnds % 2 === 0 ? 'l' : 'r';
  else if (playModeKind(frame.playMode) === 'play_on') world.kickOffSide = 'n';
  const holder = world.players.find(
    (player) =>
      player.enabled && player.goalie && player.side === side && isBallKickable(params, world.ball, player),
  );
  if (holder !== undefined && /^(goalie_catch_ball|free_kick)_/.test(frame.playMode)) {
    world.catcher = holder.index;
    unknown.push(`ball: held by the goalie ${holder.side}${holder.unum}, which is at the ball`);
  }
  const toucher = findLastToucher(frame, before);
  if (toucher !== null) setToucher(match, toucher);
  else if (frame.playMode === 'play_on') {
    const nearest = findNearest(match);
    if (nearest === null) return;
    setToucher(match, nearest);
    const { side: of, unum } = world.players[nearest] as Player;
    unknown.push(`last touch of the ball: by ${of}${unum}, the nearest player`);
  }
  if (!isShootoutMode(frame.playMode)) return;
  const { shootout } = referee.state;
  const kicks = world.left.penaltyTaken + world.right.penaltyTaken;
  Object.assign(shootout, { started: true, goal: frame.ballX >= 0 ? 'r' : 'l', taking: side, kicks });
  unknown.push('takers of the shootout before: none; its goal: that of the half with the ball');
}

function setToucher({ world, referee: { state } }: Match, index: number): void {
  state.outOfPlay.lastToucher = index;
  state.outOfPlay.lastTime = world.time;
}

/** Returns the index of the player that kicked or tackled the ball last in the present spell of play, or null. */
function findLastToucher(frame: Frame, before: readonly Frame[]): number | null {
  for (let i = before.length; i >= 0; i--) {
    const { playMode, players } = before[i] ?? frame;
    if (i < before.length ? playMode !== 'play_on' : frame.playMode !== 'play_on') return null;
    const index = players.findIndex(({ state }) => hasKicked(state) || hasTackled(state));
    if (index >= 0) return index;
  }
  return null;
}

function findNearest({ world: { ball, players } }: Match): number | null {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { enabled, index, pos } of players) {
    const dx = pos.x - ball.pos.x;
    const dy = pos.y - ball.pos.y;
    const square = dx * dx + dy * dy;
    if (!enabled || square >= least) continue;
    least = square;
    nearest = index;
  }
  return nearest;
}

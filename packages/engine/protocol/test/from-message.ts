/**
 * Converts decoded messages to the observations from which a server encodes the same messages, for round-trip
 * tests.
 */

import type { AudioMessage, PlayMode, Side, ViewQuality, ViewWidth } from '@rcss/core';
import {
  createFullstateObservation,
  createSeeObservation,
  createSenseBodyObservation,
  type FullstateObservation,
  type SeeObservation,
  type SenseBodyObservation,
} from '@rcss/core/observation';
import type { FullstateMessage, HeardMessage, SeeMessage, SenseBodyMessage } from '../src/index.js';

export function toSeeObservation(message: SeeMessage, leftTeams: readonly string[]): SeeObservation {
  const see = createSeeObservation();
  see.time = message.time;
  for (const thing of message.objects) {
    const o = see.objects[see.count++]!;
    if (thing.kind === 'other') throw new Error(`no such object: ${thing.name}`);
    o.kind = thing.kind;
    o.detail = thing.detail;
    o.index = thing.kind === 'landmark' && thing.index < 0 ? (thing.name === 'G' ? 8 : 0) : thing.index;
    if (thing.kind === 'player') {
      o.index = (leftTeams.includes(thing.team ?? '') ? 0 : 11) + (thing.unum ?? 1) - 1;
    }
    if (thing.dist === null) see.quality = 'low';
    o.dist = thing.dist ?? 0;
    o.dir = thing.dir;
    o.hasMotion = thing.distChange !== null;
    o.distChange = thing.distChange ?? 0;
    o.dirChange = thing.dirChange ?? 0;
    o.bodyDir = thing.bodyDir ?? 0;
    o.headDir = thing.headDir ?? 0;
    o.hasPointDir = thing.pointDir !== null;
    o.pointDir = thing.pointDir ?? 0;
    o.flag = thing.tackling ? 't' : thing.kicked ? 'k' : '';
    o.goalie = thing.goalie;
  }
  return see;
}

export function toSenseBodyObservation(message: SenseBodyMessage): SenseBodyObservation {
  const { arm, focus, tackle, collision, foul, focusPoint } = message;
  return {
    ...createSenseBodyObservation(),
    time: message.time,
    quality: message.quality as ViewQuality,
    width: message.width as ViewWidth,
    stamina: message.stamina,
    effort: message.effort,
    capacity: message.capacity ?? 0,
    speed: message.speed,
    speedDir: message.speedDir ?? 0,
    headAngle: message.headAngle ?? 0,
    kick: message.kick,
    dash: message.dash,
    turn: message.turn,
    say: message.say,
    turnNeck: message.turnNeck ?? 0,
    catch: message.catch ?? 0,
    move: message.move ?? 0,
    changeView: message.changeView ?? 0,
    changeFocus: message.changeFocus ?? 0,
    armMovable: arm?.movable ?? 0,
    armExpires: arm?.expires ?? 0,
    armTargetDist: arm?.targetDist ?? 0,
    armTargetDir: arm?.targetDir ?? 0,
    armCount: arm?.count ?? 0,
    focusSide: focus?.side ?? '',
    focusUnum: focus?.unum ?? 0,
    focusCount: focus?.count ?? 0,
    tackleExpires: tackle?.expires ?? 0,
    tackleCount: tackle?.count ?? 0,
    collidedWithBall: collision?.ball ?? false,
    collidedWithPlayer: collision?.player ?? false,
    collidedWithPost: collision?.post ?? false,
    foulCharged: foul?.charged ?? 0,
    card: (foul?.card ?? 'none') as SenseBodyObservation['card'],
    focusPointDist: focusPoint?.dist ?? 0,
    focusPointDir: focusPoint?.dir ?? 0,
  };
}

/** Below version 8, the score of the right team comes first. */
export function toFullstateObservation(message: FullstateMessage): FullstateObservation {
  const state = createFullstateObservation();
  state.time = message.time;
  state.playMode = message.playMode as PlayMode;
  const { counts, arm, self } = { ...message, self: state.self };
  self.quality = message.quality as ViewQuality;
  self.width = message.width as ViewWidth;
  if (counts !== null) Object.assign(self, { ...counts, changeFocus: counts.changeFocus ?? 0 });
  if (arm !== null) {
    self.armMovable = arm.movable;
    self.armExpires = arm.expires;
    self.armCount = arm.count;
    state.armTargetDist = arm.targetDist;
    state.armTargetDir = arm.targetDir;
  }
  state.ownScore = message.score[0];
  state.rightScore = message.score[0];
  state.opponentScore = message.score[1];
  state.ballX = message.ball.x;
  state.ballY = message.ball.y;
  state.ballVx = message.ball.vx;
  state.ballVy = message.ball.vy;
  for (const { point, focusPoint, ...player } of message.players) {
    Object.assign(state.players[state.count++]!, player, {
      typeId: player.typeId ?? 0,
      capacity: player.capacity ?? 0,
      hasPoint: point !== null,
      pointDist: point?.dist ?? 0,
      pointDir: point?.dir ?? 0,
      focusDist: focusPoint?.dist ?? 0,
      focusDir: focusPoint?.dir ?? 0,
    });
  }
  return state;
}

/** Null for calls of the referee, which `AudioMessage` does not cover. */
export function toHeard(message: HeardMessage): AudioMessage | null {
  switch (message.kind) {
    case 'referee':
      return null;
    case 'complete':
      return { ...message, own: message.own ?? true, unum: message.unum ?? 0 };
    case 'partial':
      return { ...message, unum: message.unum ?? 0 };
    case 'coach_text':
      return { kind: 'coach_text', side: message.side, message: message.message };
    case 'coach_language':
      return { kind: 'coach_language', side: message.side, message: message.message };
    default:
      return message;
  }
}

/** Names of the teams in the recorded scenarios. */
export const RECORDED_TEAMS: {
  readonly left: 'Alpha';
  readonly right: 'Beta';
  readonly leftShown: readonly string[];
} = { left: 'Alpha', right: 'Beta', leftShown: ['Alpha', 'East'] };

/**
 * One group of `testdata/player-messages.json`: the messages of the reference server to clients of one version and
 * side.
 */
export interface RecordedMessages {
  readonly version: number;
  readonly side: Side;
  /** Whether the fixed names East and West were set. */
  readonly fixed: boolean;
  readonly messages: readonly string[];
}

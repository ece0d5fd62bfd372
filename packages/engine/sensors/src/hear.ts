/**
 * Who hears what, and when (spec 04 §5).
 *
 * Listeners below version 8 hear everything at once. For all others, messages of players and of the trainer wait until after the next
 * sense_body; calls of the referee never wait. Of each team a listener gets one complete message per cycle; of the others only the fact that a player spoke, if its ears allow that.
 *
 * The speaker that a listener attends to comes first; otherwise chance decides, in an order that is drawn anew each time, so no player is
 * always first.
 *
 * Surprising: the own message is always heard, also without capacity. Distance is compared when the message is said, not when it is heard. A
 * message that is too long vanishes without a reply.
 */
import type { AudioMessage, Player, Side, World } from '@rcss/core';
import { deg, direction, rint, wrapAngle } from '@rcss/core/math';
import { type RandomStream, randomInt, shuffle } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import { playerFeatures } from '@rcss/core/versions';
import { computeSayLimit } from '@rcss/params';
import type { PendingMessage, SensorContext } from './context.js';
import { canHearComplete, canHearPartial } from './ear.js';

/** A message in coach language and the language versions that it needs (spec 04 §5.3). */
export interface LanguageMessage {
  /** Canonical form of the message. */
  readonly text: string;
  /** If `min` is less than `max`, a listener needs both versions, otherwise either of them. */
  readonly min: number;
  readonly max: number;
}

/** Indices of the enabled players in random order, so that no player always receives messages first. */
function shuffleListeners(world: World, rng: RandomStream): number[] {
  const order: number[] = [];
  for (const player of world.players) if (player.enabled) order.push(player.index);
  return shuffle(rng, order);
}

/**
 * Handles a `say` of a player (spec 04 §5.4, §5.5). Returns false if the message is longer than `say_msg_size`; it is
 * then ignored. Otherwise the player's say counter is increased, listeners before version 8 hear the message at once,
 * and it waits for all others within reach.
 */
export function addPlayerMessage(
  ctx: SensorContext,
  rng: RandomStream,
  speaker: Player,
  message: string,
): boolean {
  const { world, emit } = ctx;
  const { server } = ctx.params;
  if (message.length > computeSayLimit(server)) return false;
  speaker.sayCount += 1;
  let later = 0;
  let now: number[] | undefined;
  for (const listener of world.players) {
    if (!listener.enabled) continue;
    const oneself = listener === speaker;
    if (!oneself && !(vec2.distance(speaker.pos, listener.pos) <= server.audio_cut_dist)) continue;
    if (!playerFeatures(listener.version).hearOncePerCycle) {
      if (now === undefined) now = [];
      now.push(listener.index);
    } else if (oneself || canHearComplete(listener, speaker.side) || canHearPartial(listener, speaker.side)) {
      later |= 1 << listener.index;
    }
  }
  if (now !== undefined) {
    for (const index of shuffle(rng, now)) {
      const listener = world.players[index] as Player;
      if (listener === speaker) emit(index, { kind: 'self', message });
      else if (spendHearing(listener, speaker, server.hear_decay))
        emit(index, createCompleteMessage(listener, speaker, message));
    }
  }
  if (later !== 0)
    ctx.audio.pending.push({ kind: 'player', speaker: speaker.index, message, listeners: later });
  return true;
}

/**
 * Handles a `say` of the trainer to all players of both teams (spec 04 §5.3). The caller has truncated the message
 * already (spec 07 §7.10).
 */
export function addTrainerMessage(ctx: SensorContext, rng: RandomStream, message: string): void {
  const listeners = emitToOldVersions(ctx, rng, { kind: 'trainer', message });
  if (listeners !== 0) ctx.audio.pending.push({ kind: 'trainer', message, listeners });
}

/** Handles a plain text `say` of an online coach before version 7; players of both teams hear it (spec 04 §5.3, spec 07 §10.1). */
export function addCoachText(ctx: SensorContext, rng: RandomStream, side: Side, message: string): void {
  const listeners = emitToOldVersions(ctx, rng, { kind: 'coach_text', side, message });
  if (listeners !== 0) ctx.audio.pending.push({ kind: 'coach_text', side, message, listeners });
}

/** Emits a message to all players that hear at once; returns the mask of the players that hear it later. */
function emitToOldVersions({ world, emit }: SensorContext, rng: RandomStream, heard: AudioMessage): number {
  let later = 0;
  for (const index of shuffleListeners(world, rng)) {
    if (playerFeatures((world.players[index] as Player).version).hearOncePerCycle) later |= 1 << index;
    else emit(index, heard);
  }
  return later;
}

/**
 * Delivers a coach language message from the queue of its coach to the coach's own team at once (spec 04 §5.3, spec 07
 * §10.6). Players whose declared range of language versions does not support the message hear `(unsupported_clang)`.
 */
export function deliverCoachLanguage(
  { world, emit }: SensorContext,
  rng: RandomStream,
  side: Side,
  { text, min, max }: LanguageMessage,
): void {
  for (const index of shuffleListeners(world, rng)) {
    const listener = world.players[index] as Player;
    if (listener.side !== side) continue;
    const message = supportsClang(listener, min, max) ? text : '(unsupported_clang)';
    emit(index, { kind: 'coach_language', side, message });
  }
}

/** Whether a player's declared coach language versions support a message of range [lo, hi] (spec 04 §5.3). */
export function supportsClang(player: Player, lo: number, hi: number): boolean {
  // Declared versions are compared as unsigned 32-bit integers (spec 08 §7.2).
  const min = player.clangMin >>> 0;
  const max = player.clangMax >>> 0;
  if (lo < hi) return min <= lo && max >= hi;
  return (min <= lo && lo <= max) || (min <= hi && hi <= max);
}

/**
 * Delivers all waiting messages, listener by listener in random order (spec 04 §5.5). Each listener gets the messages
 * of coaches, then its own, then those of other players as its hearing capacity, attention and ear settings allow. No
 * message waits afterwards.
 */
export function deliverAudio(ctx: SensorContext, rng: RandomStream): void {
  const { world, emit } = ctx;
  const { pending } = ctx.audio;
  if (pending.length === 0) return;
  const heard = pending.splice(0, pending.length);
  for (const index of shuffleListeners(world, rng)) {
    const bit = 1 << index;
    for (const m of heard) {
      if ((m.listeners & bit) === 0) continue;
      if (m.kind === 'trainer') emit(index, { kind: 'trainer', message: m.message });
      else if (m.kind === 'coach_text') emit(index, { kind: 'coach_text', side: m.side, message: m.message });
    }
    for (const m of heard) {
      if (m.kind === 'player' && m.speaker === index && (m.listeners & bit) !== 0)
        emit(index, { kind: 'self', message: m.message });
    }
    deliverPlayerMessages(ctx, rng, heard, world.players[index] as Player);
  }
}

/** Delivers the messages of other players to one listener (spec 04 §5.5). */
function deliverPlayerMessages(
  { world, params, emit }: SensorContext,
  rng: RandomStream,
  heard: readonly PendingMessage[],
  listener: Player,
): void {
  const bit = 1 << listener.index;
  const left: { readonly speaker: number; readonly message: string }[] = [];
  for (const m of heard) {
    if (m.kind === 'player' && m.speaker !== listener.index && (m.listeners & bit) !== 0) left.push(m);
  }
  while (left.length > 0) {
    const chosen = left.splice(chooseMessage(left, listener.attention, rng), 1)[0] as (typeof left)[0];
    const speaker = world.players[chosen.speaker] as Player;
    if (hearingCapacity(listener, speaker) >= params.server.hear_decay) {
      // If complete hearing of that side is off, the message is lost and costs no capacity. The capacity stays, so
      // the listener gets no partial message of that side either.
      if (!canHearComplete(listener, speaker.side)) continue;
      spendHearing(listener, speaker, params.server.hear_decay);
      emit(listener.index, createCompleteMessage(listener, speaker, chosen.message));
    } else if (canHearPartial(listener, speaker.side)) {
      emit(listener.index, {
        kind: 'partial',
        own: speaker.side === listener.side,
        unum: speaker.unum,
      });
    }
  }
}

/**
 * Index of the next message to deliver. If the player attended to sent messages, it is a random one of these,
 * otherwise a random one of all messages.
 */
function chooseMessage(
  left: readonly { readonly speaker: number }[],
  attention: number,
  rng: RandomStream,
): number {
  let attended = 0;
  if (attention >= 0) for (const m of left) if (m.speaker === attention) attended += 1;
  if (attended === 0) return randomInt(rng, left.length);
  let skip = randomInt(rng, attended);
  return left.findIndex((m) => m.speaker === attention && skip-- === 0);
}

function hearingCapacity(listener: Player, speaker: Player): number {
  return listener.side === speaker.side ? listener.hearOwn : listener.hearOpponents;
}

/** Subtracts the cost of a complete message from the capacity for the speaker's team, if it suffices (spec 04 §5.8). */
function spendHearing(listener: Player, speaker: Player, cost: number): boolean {
  if (hearingCapacity(listener, speaker) < cost) return false;
  if (listener.side === speaker.side) listener.hearOwn -= cost;
  else listener.hearOpponents -= cost;
  return true;
}

function createCompleteMessage(listener: Player, speaker: Player, message: string): AudioMessage {
  const angle = direction(speaker.pos.x - listener.pos.x, speaker.pos.y - listener.pos.y);
  const degrees = deg(wrapAngle(angle - listener.body));
  // Adding zero removes a negative zero: an integer on the wire has none.
  const dir = (playerFeatures(listener.version).hearRounded ? rint(degrees) : Math.trunc(degrees)) + 0;
  return { kind: 'complete', own: listener.side === speaker.side, unum: speaker.unum, dir, message };
}

import type { AudioMessage, Player, Side, World } from '@rcss/core';
import { deg, direction, rint, wrapAngle } from '@rcss/core/math';
import { type RandomStream, randomInt, shuffle } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import { playerFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import { hearsComplete, hearsPartial } from './ear.js';

/** A message that waits for delivery. */
export type PendingMessage =
  /** Message of a player; `speaker` is the player's index. The speaker is one of the listeners. */
  | {
      readonly kind: 'player';
      readonly speaker: number;
      readonly message: string;
      readonly listeners: number;
    }
  | { readonly kind: 'trainer'; readonly message: string; readonly listeners: number }
  | {
      readonly kind: 'coach_text';
      readonly side: Side;
      readonly message: string;
      readonly listeners: number;
    };

/**
 * Messages since the last delivery, in order of arrival. Bit i of `listeners` is set if the player with index i
 * receives the message. Plain data: a snapshot copies it.
 */
export interface AuralState {
  readonly pending: PendingMessage[];
}

export function createAuralState(): AuralState {
  return { pending: [] };
}

/** Receives a message that a player hears now; `listener` is the player's index. */
export type EmitHeard = (listener: number, heard: AudioMessage) => void;

/** Indices of the enabled players in random order, so that no player always receives messages first. */
function listenersInRandomOrder(world: World, rng: RandomStream): number[] {
  const order: number[] = [];
  for (const player of world.players) if (player.enabled) order.push(player.index);
  return shuffle(rng, order);
}

/**
 * Handles a `say` of a player (spec 04 §5.4, §5.5). Returns false if the message is longer than `say_msg_size`; it is
 * then ignored. Otherwise the player's say counter is increased, listeners before version 8 hear the message at once,
 * and it waits for all others within reach.
 */
export function playerSays(
  state: AuralState,
  world: World,
  params: MatchParams,
  rng: RandomStream,
  speaker: Player,
  message: string,
  emit: EmitHeard,
): boolean {
  const { server } = params;
  if (message.length > server.say_msg_size) return false;
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
    } else if (oneself || hearsComplete(listener, speaker.side) || hearsPartial(listener, speaker.side)) {
      later |= 1 << listener.index;
    }
  }
  if (now !== undefined) {
    for (const index of shuffle(rng, now)) {
      const listener = world.players[index] as Player;
      if (listener === speaker) emit(index, { kind: 'self', message });
      else if (spendHearing(listener, speaker, server.hear_decay))
        emit(index, complete(listener, speaker, message));
    }
  }
  if (later !== 0) state.pending.push({ kind: 'player', speaker: speaker.index, message, listeners: later });
  return true;
}

/**
 * Handles a `say` of the trainer to all players of both teams (spec 04 §5.3). The caller has truncated the message
 * already (spec 07 §7.10).
 */
export function trainerSays(
  state: AuralState,
  world: World,
  rng: RandomStream,
  message: string,
  emit: EmitHeard,
): void {
  const listeners = announce(world, rng, { kind: 'trainer', message }, emit);
  if (listeners !== 0) state.pending.push({ kind: 'trainer', message, listeners });
}

/**
 * Handles a plain text `say` of an online coach before version 7; players of both teams hear it (spec 04 §5.3,
 * spec 07 §10.1).
 */
export function coachSaysText(
  state: AuralState,
  world: World,
  rng: RandomStream,
  side: Side,
  message: string,
  emit: EmitHeard,
): void {
  const listeners = announce(world, rng, { kind: 'coach_text', side, message }, emit);
  if (listeners !== 0) state.pending.push({ kind: 'coach_text', side, message, listeners });
}

/** Emits a message to all players that hear at once; returns the mask of the players that hear it later. */
function announce(world: World, rng: RandomStream, heard: AudioMessage, emit: EmitHeard): number {
  let later = 0;
  for (const index of listenersInRandomOrder(world, rng)) {
    if (playerFeatures((world.players[index] as Player).version).hearOncePerCycle) later |= 1 << index;
    else emit(index, heard);
  }
  return later;
}

/**
 * Delivers a coach language message from the queue of its coach to the coach's own team at once (spec 04 §5.3, spec 07
 * §10.6). `text` is the canonical form, `lo` and `hi` are its version range: if lo < hi, both versions are needed,
 * otherwise either is sufficient. Players whose declared range does not support it hear `(unsupported_clang)`.
 */
export function coachSaysLanguage(
  world: World,
  side: Side,
  text: string,
  lo: number,
  hi: number,
  rng: RandomStream,
  emit: EmitHeard,
): void {
  for (const index of listenersInRandomOrder(world, rng)) {
    const listener = world.players[index] as Player;
    if (listener.side !== side) continue;
    const message = supportsClang(listener, lo, hi) ? text : '(unsupported_clang)';
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
export function deliverAudio(
  state: AuralState,
  world: World,
  params: MatchParams,
  rng: RandomStream,
  emit: EmitHeard,
): void {
  const { pending } = state;
  if (pending.length === 0) return;
  const heard = pending.splice(0, pending.length);
  for (const index of listenersInRandomOrder(world, rng)) {
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
    deliverOthers(heard, world, params, rng, world.players[index] as Player, emit);
  }
}

function deliverOthers(
  heard: readonly PendingMessage[],
  world: World,
  params: MatchParams,
  rng: RandomStream,
  listener: Player,
  emit: EmitHeard,
): void {
  const bit = 1 << listener.index;
  const left: { readonly speaker: number; readonly message: string }[] = [];
  for (const m of heard) {
    if (m.kind === 'player' && m.speaker !== listener.index && (m.listeners & bit) !== 0) left.push(m);
  }
  while (left.length > 0) {
    const chosen = left.splice(choose(left, listener.attention, rng), 1)[0] as (typeof left)[0];
    const speaker = world.players[chosen.speaker] as Player;
    if (hearing(listener, speaker) >= params.server.hear_decay) {
      // With complete hearing off the message is lost without cost, so that side is not heard in partial form either.
      if (!hearsComplete(listener, speaker.side)) continue;
      spendHearing(listener, speaker, params.server.hear_decay);
      emit(listener.index, complete(listener, speaker, chosen.message));
    } else if (hearsPartial(listener, speaker.side)) {
      emit(listener.index, {
        kind: 'partial',
        own: speaker.side === listener.side,
        unum: speaker.unum,
      });
    }
  }
}

/** Index of the next message to hear: a random one of the player attended to, if there is one, otherwise of all. */
function choose(left: readonly { readonly speaker: number }[], attention: number, rng: RandomStream): number {
  let attended = 0;
  if (attention >= 0) for (const m of left) if (m.speaker === attention) attended += 1;
  if (attended === 0) return randomInt(rng, left.length);
  let skip = randomInt(rng, attended);
  return left.findIndex((m) => m.speaker === attention && skip-- === 0);
}

function hearing(listener: Player, speaker: Player): number {
  return listener.side === speaker.side ? listener.hearOwn : listener.hearOpponents;
}

/** Subtracts the cost of a complete message from the capacity for the speaker's team, if it suffices (spec 04 §5.8). */
function spendHearing(listener: Player, speaker: Player, cost: number): boolean {
  if (hearing(listener, speaker) < cost) return false;
  if (listener.side === speaker.side) listener.hearOwn -= cost;
  else listener.hearOpponents -= cost;
  return true;
}

function complete(listener: Player, speaker: Player, message: string): AudioMessage {
  const angle = direction(speaker.pos.x - listener.pos.x, speaker.pos.y - listener.pos.y);
  const degrees = deg(wrapAngle(angle - listener.body));
  // Adding zero removes a negative zero: an integer on the wire has none.
  const dir = (playerFeatures(listener.version).hearRounded ? rint(degrees) : Math.trunc(degrees)) + 0;
  return { kind: 'complete', own: listener.side === speaker.side, unum: speaker.unum, dir, message };
}

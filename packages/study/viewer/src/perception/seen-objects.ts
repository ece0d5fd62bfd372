import type { Frame, FramePlayer, Side } from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import type { SeeMessage, SeenObjectMessage } from '@rcss/protocol';

const RAD = Math.PI / 180;

/** An object of a see message on the field; meters, field frame. */
export interface SeenMark {
  readonly kind: 'ball' | 'player' | 'landmark';
  /** Where the message places the object, seen from the true position and face direction of the observer. */
  readonly x: number;
  readonly y: number;
  /** Where the object is; null if the message does not identify it. */
  readonly truth: { readonly x: number; readonly y: number } | null;
  /** Side of a player whose team was seen. */
  readonly side: Side | null;
  /** Uniform number, `?` for an unknown one; name of a landmark. */
  readonly label: string;
}

/**
 * Returns where a see message places its objects. `frame` is the state of the same cycle, `observer` the player of it that received the
 * message. Lines, and objects without a distance, have no place and are omitted.
 */
export function locateSeenObjects(
  { objects }: SeeMessage,
  frame: Frame,
  observer: FramePlayer,
): readonly SeenMark[] {
  const face = observer.body + observer.neck;
  const marks: SeenMark[] = [];
  for (const object of objects) {
    const { kind, dist } = object;
    if (dist === null || (kind !== 'ball' && kind !== 'player' && kind !== 'landmark')) continue;
    const angle = (face + object.dir) * RAD;
    const side = findSide(object, frame);
    marks.push({
      kind,
      x: observer.x + dist * Math.cos(angle),
      y: observer.y + dist * Math.sin(angle),
      truth: findTruth(object, frame, side),
      side,
      label: kind === 'player' ? String(object.unum ?? '?') : object.name,
    });
  }
  return marks;
}

/** Side of the team that a message names. Messages can contain a shortened name. */
function findSide({ team }: SeenObjectMessage, frame: Frame): Side | null {
  if (team === null || team === '') return null;
  if (frame.left.name.startsWith(team)) return 'l';
  return frame.right.name.startsWith(team) ? 'r' : null;
}

function findTruth(
  object: SeenObjectMessage,
  frame: Frame,
  side: Side | null,
): { readonly x: number; readonly y: number } | null {
  if (object.kind === 'ball') return { x: frame.ballX, y: frame.ballY };
  if (object.kind === 'landmark') return LANDMARKS[object.index] ?? null;
  if (side === null || object.unum === null) return null;
  return frame.players[(side === 'l' ? -1 : 10) + object.unum] ?? null;
}

/** Describes a see message in a few words: `ball, 3 teammates, 2 opponents, 1 unknown player, 14 marks`. */
export function describeSeeMessage({ objects }: SeeMessage, ownTeam: string): string {
  const count = { ball: 0, own: 0, other: 0, unknown: 0, marks: 0 };
  for (const { kind, team } of objects) {
    if (kind === 'ball') count.ball++;
    else if (kind === 'player')
      count[team === null ? 'unknown' : ownTeam.startsWith(team) ? 'own' : 'other']++;
    else count.marks++;
  }
  const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
  return [
    count.ball > 0 && 'ball',
    count.own > 0 && plural(count.own, 'teammate'),
    count.other > 0 && plural(count.other, 'opponent'),
    count.unknown > 0 && plural(count.unknown, 'unknown player'),
    count.marks > 0 && plural(count.marks, 'mark'),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

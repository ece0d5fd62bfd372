/** Who has the ball and which passes are possible: the source of the arrows, of the line below the curve and, with the words, of the alternatives to a lost ball. */
import { type Frame, type FramePlayer, PLAYER_COUNT } from '@rcss/core';
import { type RatedPass, ratePasses } from '@rcss/stats/action-values';
import { findHolder, listPassLanes } from '@rcss/stats/describe';
import type { ValueModels } from './value-models.js';

const times = new Float64Array(PLAYER_COUNT);

/** Without a player that has the ball, the one that can kick it first within this many cycles plays it: a ball that is dribbled rolls ahead. */
const MAX_KICK_CYCLES = 3;

/** A pass with its value, and whether it is open: neither stopped nor offside. */
export type OpenPass = RatedPass & { readonly open: boolean };

/** Finds the player that has the ball, or will have it at once, and its passes: the open ones first, then by value. Null if there is none. */
export function findPasses(
  frame: Frame,
  { params, state }: Pick<ValueModels, 'params' | 'state'>,
): { readonly passer: FramePlayer; readonly passes: readonly OpenPass[] } | null {
  let passer = findHolder(frame, params);
  if (passer === null) {
    state.findTimes(frame, times);
    const first = times.indexOf(Math.min(...times));
    if (!(times[first]! <= MAX_KICK_CYCLES)) return null;
    passer = frame.players[first]!;
  }
  const open = new Set(
    listPassLanes(frame, passer, params).flatMap((lane) => (lane.open ? [lane.unum] : [])),
  );
  const passes = ratePasses(frame, frame.players.indexOf(passer), state)
    .map((pass) => ({ ...pass, open: open.has(pass.unum) }))
    .sort((a, b) => Number(b.open) - Number(a.open));
  return { passer, passes };
}

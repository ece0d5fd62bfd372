import type { Side } from '@rcss/core';
import type { RefereeContext } from '../context.js';
import { placeBallForSide } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';

/**
 * Executes the kickoff command of trainers, monitors and the automatic mode (spec 06 §17, spec 05 §20.1).
 *
 * Returns the side that kicks off, or null if the command had no effect or keepaway continued. The command acts
 * in every play mode at the beginning of a half, and without rules.
 */
export function callKickOff(ctx: RefereeContext): Side | null {
  const { world, lengths, host } = ctx;
  if (ctx.params.server.keepaway) {
    setPlayMode(ctx, 'play_on');
    return null;
  }
  const t = world.time;
  const { half, extraHalf, normal } = lengths;
  const inNormalTime = t <= normal;
  const allowed =
    half <= 0 ||
    (inNormalTime && t % half === 0) ||
    (!inNormalTime && extraHalf > 0 && (t - normal) % extraHalf === 0);
  if (!allowed) return null;
  const divisor = inNormalTime ? half : extraHalf;
  const q = divisor <= 0 ? 0 : Math.trunc((inNormalTime ? t : t - normal) / divisor);
  const side: Side = q % 2 === 0 ? 'l' : 'r';
  if (t < normal) host.recoverAllPlayers();
  placeBallForSide(ctx, side, 0, 0);
  if (side === 'l' && t === 0) host.assignPlayerTypes();
  setPlayMode(ctx, `kick_off_${side}`);
  host.onKickOff?.(side);
  return side;
}

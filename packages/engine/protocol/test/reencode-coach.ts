import type { Side } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createGlobalObservation } from '@rcss/core/observation';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import {
  encodeClangVersion,
  encodeCoachHear,
  encodeCoachInitReply,
  encodeCoachReply,
  encodeGlobal,
  encodeInclude,
  encodeTrainerHear,
  encodeTrainerInitReply,
  type GlobalMessage,
} from '../src/entries/coach.js';
import {
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeRefereeHear,
  THINK_DATAGRAM,
} from '../src/entries/player.js';
import type { CoachMessage } from '../src/index.js';

/**
 * Moves a rounded value away from zero by less than half a degree, so that rounding and truncation both restore it.
 */
function extendAngle(degrees: number): number {
  return degrees + Math.sign(degrees) * 0.25;
}

/** Returns the observation from which a recorded view was encoded. `leftTeams` are the names of the left team. */
export function toGlobalObservation(
  message: GlobalMessage,
  leftTeam: string,
): ReturnType<typeof createGlobalObservation> {
  const out = createGlobalObservation();
  Object.assign(out, {
    time: message.time,
    ballX: message.ball.x,
    ballY: message.ball.y,
    ballVx: message.ball.vx,
    ballVy: message.ball.vy,
    count: message.players.length,
  });
  for (const [i, player] of message.players.entries()) {
    const { team, pointDir, body, neck, ...same } = player;
    const side: Side = team === leftTeam ? 'l' : 'r';
    Object.assign(out.players[i]!, same, {
      side,
      body: rad(extendAngle(body)),
      neck: rad(extendAngle(neck)),
      hasPoint: pointDir !== null,
      pointDir: pointDir ?? 0,
    });
  }
  return out;
}

/** Encodes a decoded message again. */
export function reencodeCoachMessage(
  message: CoachMessage,
  role: 'trainer' | 'coach',
  version: number,
): string {
  const w = new ByteWriter();
  switch (message.type) {
    case 'init':
      if (role === 'trainer') encodeTrainerInitReply(w);
      else encodeCoachInitReply(w, message.side ?? 'l', version);
      break;
    case 'global': {
      const left = message.players[0]?.team ?? '';
      const right = message.players.find((p) => p.team !== left)?.team ?? '';
      const names = { left, right };
      encodeGlobal(w, toGlobalObservation(message, left), {
        version,
        observer: null,
        names,
        kind: message.kind,
      });
      break;
    }
    case 'hear':
      if (role === 'trainer') encodeTrainerHear(w, version, message.time, message.speaker, message.message);
      else if (message.speaker.by === 'referee') encodeRefereeHear(w, message.time, message.message);
      else encodeCoachHear(w, version, message.time, message.speaker, message.message);
      break;
    case 'check_ball':
      encodeCoachReply(w, { kind: 'check_ball', time: message.time, place: message.place as 'in_field' });
      break;
    case 'team_names':
      encodeCoachReply(w, { kind: 'team_names', left: message.left, right: message.right });
      break;
    case 'ok':
      encodeCoachReply(w, {
        kind: 'ok',
        code: message.code,
        ...(message.args === '' ? {} : { args: [message.args] }),
      });
      break;
    case 'warning':
    case 'error':
      encodeCoachReply(w, { kind: message.type, code: message.code });
      break;
    case 'change_player_type':
      encodeChangePlayerType(w, message.unum, message.typeId);
      break;
    case 'change_goalie':
      encodeChangeGoalie(w, message.side, message.unum);
      break;
    case 'clang_version':
      encodeClangVersion(w, message.player, message.min, message.max);
      break;
    case 'include':
      encodeInclude(w, encodeLatin1(message.content));
      break;
    case 'think':
      w.bytes(THINK_DATAGRAM);
      break;
    default:
      throw new Error(`not written again: ${message.type}`);
  }
  return w.toString();
}

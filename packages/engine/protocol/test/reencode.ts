import { ByteWriter } from '@rcss/sexp';
import {
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeError,
  encodeFullstate,
  encodeHear,
  encodeInitReply,
  encodePlayerParam,
  encodePlayerType,
  encodeReconnectReply,
  encodeRefereeHear,
  encodeReply,
  encodeScore,
  encodeSee,
  encodeSenseBody,
  encodeServerParam,
  encodeWarning,
  type PlayerEncoding,
  THINK_DATAGRAM,
} from '../src/entries/player.js';
import type { PlayerMessage } from '../src/index.js';
import { toFullstateObservation, toHeard, toSeeObservation, toSenseBodyObservation } from './from-message.js';

/** Encodes a decoded message again. `leftTeams` are the names of the left team in the messages. */
export function reencodePlayerMessage(
  message: PlayerMessage,
  encoding: PlayerEncoding,
  leftTeams: readonly string[],
): string {
  const w = new ByteWriter();
  switch (message.type) {
    case 'see':
      encodeSee(w, toSeeObservation(message, leftTeams), encoding);
      break;
    case 'sense_body':
      encodeSenseBody(w, toSenseBodyObservation(message), encoding);
      break;
    case 'fullstate':
      encodeFullstate(w, toFullstateObservation(message), encoding);
      break;
    case 'hear': {
      const heard = toHeard(message.heard);
      if (heard !== null) encodeHear(w, message.time, heard, encoding);
      else if (message.heard.kind === 'referee') encodeRefereeHear(w, message.time, message.heard.message);
      break;
    }
    case 'init':
      encodeInitReply(w, message.side, message.unum, message.playMode as 'play_on');
      break;
    case 'reconnect':
      encodeReconnectReply(w, message.side, message.playMode as 'play_on');
      break;
    case 'server_param':
      encodeServerParam(w, message.params, encoding.version);
      break;
    case 'player_param':
      encodePlayerParam(w, message.params, encoding.version);
      break;
    case 'player_type':
      encodePlayerType(w, message.playerType, encoding.version);
      break;
    case 'change_player_type':
      encodeChangePlayerType(w, message.unum, message.typeId);
      break;
    case 'change_goalie':
      encodeChangeGoalie(w, message.side, message.unum);
      break;
    case 'score':
      encodeScore(w, message.time, message.own, message.opponents);
      break;
    case 'think':
      w.bytes(THINK_DATAGRAM);
      break;
    case 'ok':
      encodeReply(w, {
        kind: 'ok',
        code: message.code,
        ...(message.args === '' ? {} : { args: [message.args] }),
      });
      break;
    case 'warning':
      encodeWarning(w, message.code);
      break;
    case 'error':
      encodeError(w, message.code);
      break;
    case 'unknown':
      throw new Error(`unknown message ${message.text}`);
  }
  return w.toString();
}

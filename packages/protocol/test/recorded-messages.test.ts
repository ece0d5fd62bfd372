import { ByteWriter } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import {
  createPlayerEncoding,
  decodePlayerMessage,
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
  type PlayerMessage,
  THINK,
} from '../src/index.js';
import recorded from '../testdata/player-messages.json' with { type: 'json' };
import {
  bodyObservation,
  fullstateObservation,
  heardOf,
  RECORDED_TEAMS,
  type RecordedMessages,
  seeObservation,
} from './from-message.js';

/** The message, written again from what was read. */
function again(message: PlayerMessage, encoding: PlayerEncoding): string {
  const w = new ByteWriter();
  switch (message.type) {
    case 'see':
      encodeSee(w, seeObservation(message, RECORDED_TEAMS.leftShown), encoding);
      break;
    case 'sense_body':
      encodeSenseBody(w, bodyObservation(message), encoding);
      break;
    case 'fullstate':
      encodeFullstate(w, fullstateObservation(message), encoding);
      break;
    case 'hear': {
      const heard = heardOf(message.heard);
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
      encodeServerParam(w, message.params, encoding.features);
      break;
    case 'player_param':
      encodePlayerParam(w, message.params, encoding.features);
      break;
    case 'player_type':
      encodePlayerType(w, message.playerType, encoding.features);
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
      w.bytes(THINK);
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

describe('03 §10: messages of the reference server are read and written back byte for byte', () => {
  for (const { version, side, fixed, messages } of recorded as readonly RecordedMessages[]) {
    it(`version ${version}, ${side}${fixed ? ', fixed names (checklist 43)' : ''}`, () => {
      const { left, right } = RECORDED_TEAMS;
      const names = fixed ? { left, right, fixedLeft: 'East', fixedRight: 'West' } : { left, right };
      const encoding = createPlayerEncoding(version, side, names);
      for (const text of messages) {
        const decoded = decodePlayerMessage(new TextEncoder().encode(`${text}\0`));
        expect(decoded.ok, text).toBe(true);
        if (decoded.ok) expect(again(decoded.value, encoding)).toBe(`${text}\0`);
      }
    });
  }
});

/** JSON logs: version -1 (spec 09 §9). */
import { SERVER_VERSION } from '@rcss/params';
import { playerParamText, playerTypeText, serverParamText } from '@rcss/params/messages';
import {
  formatTeamGraphicJson,
  MAX_BOARD_TEXT_LENGTH,
  writeJsonMsg,
  writeJsonPlayMode,
  writeJsonShow,
  writeJsonTeam,
} from '@rcss/protocol/monitor';
import type { ByteWriter } from '@rcss/sexp';
import type { LogEncoder } from './log-encoder.js';

export function createJsonEncoder(out: ByteWriter): LogEncoder {
  // The comma is written at the end of the line before, as part of the element that needs it.
  let first = true;
  const element = (): ByteWriter => {
    const separator = first ? '\n' : ',\n';
    first = false;
    return out.ascii(separator);
  };
  return {
    version: -1,
    out,
    header({ serverVersion = SERVER_VERSION, timestamp }) {
      out.byte(0x5b);
      element().ascii(JSON.stringify({ version: serverVersion }));
      if (timestamp !== undefined) element().ascii(JSON.stringify({ timestamp }));
    },
    serverParam: (params) => void element().ascii(serverParamText(params, 'json')),
    playerParam: (params) => void element().ascii(playerParamText(params, 'json')),
    playerType: (type) => void element().ascii(playerTypeText(type, 'json')),
    parameterBlock() {},
    playMode: (time, stoppageTime, mode) => writeJsonPlayMode(element(), time, stoppageTime, mode),
    teams: (time, stoppageTime, left, right) => writeJsonTeam(element(), time, stoppageTime, left, right),
    show: (frame) => writeJsonShow(element(), frame, 'log'),
    message(time, stoppageTime, board, text) {
      const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
      writeJsonMsg(element(), time, stoppageTime, board, cut);
    },
    teamGraphic: (_time, _stoppageTime, side, tile) =>
      void element().ascii(formatTeamGraphicJson(side, tile)),
    // JSON logs do not have this element.
    draw() {},
    close: () => void out.ascii('\n]\n'),
  };
}

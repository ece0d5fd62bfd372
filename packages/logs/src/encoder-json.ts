/** JSON logs: version -1 (09 §9). */
import { playerParamText, playerTypeText, SERVER_VERSION, serverParamText } from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';
import { MAX_MESSAGE } from './codec/binary.js';
import {
  type JsonShowForm,
  writeJsonObjects,
  writeJsonString,
  writeJsonTeams,
  writeJsonTime,
} from './codec/show-json.js';
import type { LogEncoder } from './encoder.js';
import { tileHeader } from './team-graphic.js';

const FORM: JsonShowForm = { focus: false, counts: true };

export function createJsonEncoder(out: ByteWriter): LogEncoder {
  // The comma stands at the end of the line before, so it belongs to the element that makes it necessary.
  let first = true;
  const element = (): void => {
    out.ascii(first ? '\n' : ',\n');
    first = false;
  };
  return {
    version: -1,
    out,
    header({ serverVersion = SERVER_VERSION, timestamp }) {
      out.byte(0x5b);
      element();
      out.ascii('{"version":');
      writeJsonString(out, serverVersion);
      out.byte(0x7d);
      if (timestamp === undefined) return;
      element();
      out.ascii('{"timestamp":');
      writeJsonString(out, timestamp);
      out.byte(0x7d);
    },
    serverParam(params) {
      element();
      out.ascii(serverParamText(params, 'json'));
    },
    playerParam(params) {
      element();
      out.ascii(playerParamText(params, 'json'));
    },
    playerType(type) {
      element();
      out.ascii(playerTypeText(type, 'json'));
    },
    playMode(time, stoppageTime, mode) {
      element();
      out.ascii('{"playmode":{');
      writeJsonTime(out, time, stoppageTime);
      out.ascii(',"mode":"').ascii(mode).ascii('"}}');
    },
    teams(time, stoppageTime, left, right) {
      element();
      out.ascii('{"team":{');
      writeJsonTime(out, time, stoppageTime);
      out.byte(0x2c);
      writeJsonTeams(out, left, right);
      out.ascii('}}');
    },
    show(frame) {
      element();
      out.ascii('{"show":{');
      writeJsonTime(out, frame.time, frame.stoppageTime);
      out.byte(0x2c);
      writeJsonObjects(out, frame, FORM);
      out.ascii('}}');
    },
    message(time, stoppageTime, board, text) {
      element();
      out.ascii('{"msg":{');
      writeJsonTime(out, time, stoppageTime);
      out.ascii(',"board":').int(board).ascii(',"message":');
      writeJsonString(out, text.length > MAX_MESSAGE ? text.slice(0, MAX_MESSAGE) : text);
      out.ascii('}}');
    },
    teamGraphic(_time, _stoppageTime, side, tile) {
      element();
      out.ascii('{"team_graphic":{"side":"').ascii(side);
      out.ascii('","x":').int(tile.x).ascii(',"y":').int(tile.y).ascii(',"xpm":[');
      writeJsonString(out, tileHeader(tile));
      for (const line of tile.lines) {
        out.byte(0x2c);
        writeJsonString(out, line.replace(/\t/g, ' '));
      }
      out.ascii(']}}');
    },
    // There is no such element.
    draw() {},
    close: () => void out.ascii('\n]\n'),
  };
}

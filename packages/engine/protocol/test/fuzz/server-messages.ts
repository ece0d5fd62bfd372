import { decodeCoachMessage } from '../../src/coach-messages/decode.js';
import { splitDatagrams } from '../../src/entries/explain.js';
import { decodeMonitorDatagram } from '../../src/monitor-messages/decode.js';
import { decodePlayerMessage } from '../../src/player-messages/decode.js';
import { decodeChannelFrame, parseRoomPath } from '../../src/websocket.js';

/** What a server of strangers sends to a client of this project: to players, coaches, monitors, over channels. */
export default {
  seeds: [
    '(see 3 ((f c) 10 -4) ((b) 5.1 2 0 0) ((p "Reds" 3 goalie) 12 4 0.1 0 90 10 t) ((l r) 52 0))',
    '(sense_body 3 (view_mode high normal) (stamina 8000 1 130600) (speed 0.3 1) (head_angle 0) (kick 1) (dash 2) (arm (movable 0) (expires 0) (target 0 0) (count 0)) (focus (target none) (count 0)) (tackle (expires 0) (count 0)) (collision none) (foul (charged 0) (card none)))',
    '(hear 3 45 our 7 "abc")',
    '(init l 1 before_kick_off)',
    '(see_global 3 ((g l) -52.5 0) ((b) 0 0 0 0) ((p "Reds" 3) 1 2 0.1 0.2 90 30))',
    '(ok look 3 ((b) 0 0 0 0))',
    '(server_param (goal_width 14.02))',
    '(fullstate 3 (pmode play_on) (vmode high normal) (ball 1 2 0 0))',
    '(show 1 ((b) 0 0 0 0) ((l 1) 0 0x9 -50 0 0 0 0 0 (v h 180) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0)))',
    Buffer.from('0001'.padEnd(2 * 652, '0'), 'hex'),
    Buffer.from('0002'.padEnd(2 * 1028, '0'), 'hex'),
  ] as (string | Buffer)[],
  // The binary forms have fixed sizes.
  maxBytes: 2048,
  run(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    decodePlayerMessage(bytes);
    decodeCoachMessage(bytes);
    for (const version of [1, 2, 4] as const) decodeMonitorDatagram(bytes, version);
    splitDatagrams(text);
    decodeChannelFrame(bytes);
    parseRoomPath(text);
  },
};

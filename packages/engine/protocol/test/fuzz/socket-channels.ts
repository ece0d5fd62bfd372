import { decodeChannelFrame, encodeChannelFrame, parseRoomPath } from '../../src/websocket.js';

/** Frames of WebSockets with channels, and the paths of the rooms that they name. */
export default {
  seeds: [
    Buffer.from('\x01\0\0(init Alpha (version 19))', 'latin1'),
    Buffer.from('\xff\xff\xff', 'latin1'),
    '/rooms/main/channels',
    '/rooms/%ff%25/player',
  ] as (string | Buffer)[],
  words: ['/rooms/', '/monitor', '%', '\x03'],
  run(bytes: Buffer): void {
    const frame = decodeChannelFrame(bytes);
    if (frame !== null && Buffer.compare(encodeChannelFrame(frame), bytes) !== 0)
      throw new Error(`encoded otherwise: ${JSON.stringify(frame)}`);
    const path = bytes.toString('latin1');
    const found = parseRoomPath(path);
    if (found !== null && !path.endsWith(`/${found.role}`)) throw new Error(`another role: ${found.role}`);
  },
};

import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { MessageCompression } from './websocket.js';

/** Compression with zlib of Node, one stream per message. */
export const nodeCompression: MessageCompression = {
  deflate: (bytes, level) => deflateSync(bytes, { level }),
  inflate: (bytes) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
};

/** Parameters and player types as messages of every protocol version, and as the binary blocks of monitors and logs. */
export {
  PLAYER_PARAM_BLOCK_SIZE,
  PLAYER_TYPE_BLOCK_SIZE,
  playerParamBlock,
  playerTypeBlock,
  readPlayerParamBlock,
  readPlayerTypeBlock,
  readServerParamBlock,
  SERVER_PARAM_BLOCK_SIZE,
  serverParamBlock,
} from './param-block.js';
export { type ParamAudience, playerParamText, playerTypeText, serverParamText } from './param-text.js';
export { readPlayerParamText, readPlayerTypeText, readServerParamText } from './param-text-read.js';

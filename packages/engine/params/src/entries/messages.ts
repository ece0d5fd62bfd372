/** Parameters and player types as messages of every protocol version, and as the binary blocks of monitors and logs. */
export {
  createPlayerParamBlock,
  createPlayerTypeBlock,
  createServerParamBlock,
  PLAYER_PARAM_BLOCK_SIZE,
  PLAYER_TYPE_BLOCK_SIZE,
  readPlayerParamBlock,
  readPlayerTypeBlock,
  readServerParamBlock,
  SERVER_PARAM_BLOCK_SIZE,
} from '../param-block.js';
export {
  formatPlayerParamText,
  formatPlayerTypeText,
  formatServerParamText,
  type ParamAudience,
} from '../param-messages.js';
export { readPlayerParamText, readPlayerTypeText, readServerParamText } from '../param-messages-read.js';

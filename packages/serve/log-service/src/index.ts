/** Plays logs for monitors. See the README. */
export { type LogPlayer, type LogPlayerOptions, startLogPlayer } from './play/log-player.js';
export type { Advance, Direction, LogPlayback, PlaybackLog } from './play/playback.js';
export type { PlayerListener, ShowPlayer } from './play/player.js';

/** Plays logs for monitors: the log player as a library. See the README. */
export {
  type Advance,
  type Direction,
  type LogPlayback,
  type LogPlayer,
  type LogPlayerOptions,
  type PlaybackLog,
  type PlayerListener,
  type ShowPlayer,
  startLogPlayer,
} from '@rcss/log-service';

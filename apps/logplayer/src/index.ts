/** Plays logs for monitors: the log player as a library. See the README. */
export {
  type Advance,
  type Direction,
  type LogPlayer,
  type LogPlayerOptions,
  type Playback,
  type PlaybackLog,
  type Player,
  type PlayerListener,
  startLogPlayer,
} from '@rcss/log-service';

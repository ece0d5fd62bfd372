/** Plays logs for monitors: the log player as a library. See the README. */
export * from '@rcss/log-service';

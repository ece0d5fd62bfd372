/** Runs of tournaments as a library: the entry of `@rcss/league-runner`. See the README. */
export * from '@rcss/league-runner';

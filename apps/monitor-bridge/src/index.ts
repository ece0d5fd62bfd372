/** The bridge as a library. See the README. */
export * from '@rcss/match-bridge';

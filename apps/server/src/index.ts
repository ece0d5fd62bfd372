/** The server as a library: the entry of `@rcss/match-server`. */
export * from '@rcss/match-server';

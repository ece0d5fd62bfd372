import type { CommandLineProgram } from '@rcss/kit/command-line';

/** A subcommand of `rcss`. Its program is loaded when it is needed, so the help has the line about it here. */
export interface Subcommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandLineProgram>;
}

/** What `rcss completion` does. */
export const COMPLETION_SUMMARY = 'print the completion script for bash, zsh or fish';

/** The programs of `rcss`, in the order of the help. Their code is in their own packages. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'match',
    summary: 'play a match of two teams',
    load: async () => (await import('./match/program.js')).match,
  },
  {
    name: 'watch',
    summary: 'run a server and show the match in a browser',
    load: async () => (await import('./match/program.js')).watch,
  },
  {
    name: 'replay',
    summary: 'show a game log in a browser',
    load: async () => (await import('@rcss/logplayer/cli')).replay,
  },
  {
    name: 'server',
    summary: 'run the soccer server',
    load: async () => (await import('@rcss/server/cli')).program,
  },
  {
    name: 'connect',
    summary: 'let a team of this machine join a room of a remote server',
    load: async () => (await import('./connect/program.js')).connectProgram,
  },
  {
    name: 'monitor',
    summary: 'watch and referee the match of a running server in a browser',
    load: async () => (await import('@rcss/monitor-bridge/cli')).program,
  },
  {
    name: 'log',
    summary: 'play, convert, cut, check and analyze game logs',
    load: async () => (await import('@rcss/logplayer/cli')).program,
  },
  {
    name: 'predict',
    summary: 'predict motion: data sets, baselines and evaluation',
    load: async () => (await import('@rcss/logplayer/cli')).predict,
  },
  {
    name: 'league',
    summary: 'play series and tournaments, compare versions of a team',
    load: async () => (await import('@rcss/league/cli')).program,
  },
  {
    name: 'team',
    summary: 'play with the demonstration team, simple agents or the classic client',
    load: async () => (await import('@rcss/sampleclient/cli')).program,
  },
  {
    name: 'decide',
    summary: 'decide a cycle of a recorded match again with present code',
    load: async () => (await import('./decide/program.js')).decideProgram,
  },
  {
    name: 'mcp',
    summary: 'let a language model play, look at and ask about matches',
    load: async () => (await import('@rcss/mcp/cli')).program,
  },
  {
    name: 'clang',
    summary: 'check, format and convert coach language',
    load: async () => (await import('@rcss/clang/cli')).program,
  },
  {
    name: 'wire',
    summary: 'print the messages between a client and a server',
    load: async () => (await import('./wire/wire.js')).wire,
  },
];

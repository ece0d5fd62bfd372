/**
 * Parameters that this server adds and that change the game. They are set in the module `rcss`, which other servers ignore, and are in no
 * parameter message; but they decide about a match like parameters of the module `server`. So the values of a match (`ServerParams`)
 * contain them, and with these the recording, rooms, resets, forks, replays, the game log and the result of the match.
 *
 * A row here needs nothing else: code that reads it takes `params.server.NAME`.
 */
import type { ParamRow, ParamValues } from './param-row.js';

/** A row of the extension tables: a parameter with the module it is addressed in. */
export interface ExtensionParamRow<Name extends string = string> extends ParamRow<Name> {
  readonly module: 'server' | 'rcss';
  /** Earlier name, which configuration files and command lines may still use. */
  readonly formerName?: string;
}

/** One row per parameter, sorted by name. */
// biome-ignore format: one row per parameter
export const GAME_PARAM_TABLE = [
  { module: 'rcss', name: 'corrections', type: 'string', default: '', game: true, words: ['shootout', 'foul'], doc: 'Quirks of the rules to correct, separated by commas: shootout, the additional kick of a level penalty shootout; foul, fouls that depend on the order in which commands arrive; empty: none, as on the original.', note: 'See docs/specification/06-referee.md, section 22.' },
  { module: 'rcss', name: 'experimental_height', type: 'bool', default: false, game: true, extension: 'height', doc: 'Allows protocol version 20, monitor version 6 and game log version 7, in which the ball has a height, and server::2d_mode=off (experimental).', note: 'The protocol is not released and may change.' },
  { module: 'rcss', name: 'height_as_measured', type: 'bool', default: false, game: true, extension: 'height', doc: 'Height of the ball as in the server on which protocol 20 was measured, with its defects: crossbar, kicks with little loft, chest_trap in stopped play, no height for online coaches.' },
] as const;

/** Values of the parameters of the game that this server adds. */
export type GameParams = ParamValues<typeof GAME_PARAM_TABLE>;

/** The rows of {@link GAME_PARAM_TABLE} with the type `ParamRow`, which has every optional column. */
export const GAME_PARAM_ROWS: readonly ExtensionParamRow<keyof GameParams>[] = GAME_PARAM_TABLE;

/**
 * Keywords of the commands of players (spec 03 §6), as token numbers.
 *
 * Generated from packages/engine/core/src/command-table.ts by `npm run generate`; do not edit.
 */

export const DASH = 16;
export const TURN = 17;
export const TURN_NECK = 18;
export const KICK = 19;
export const LONG_KICK = 20;
export const TACKLE = 21;
export const CATCH = 22;
export const MOVE = 23;
export const CHANGE_VIEW = 24;
export const CHANGE_FOCUS = 25;
export const SAY = 26;
export const POINTTO = 27;
export const ATTENTIONTO = 28;
export const EAR = 29;
export const CLANG = 30;
export const SENSE_BODY = 31;
export const SCORE = 32;
export const SYNCH_SEE = 33;
export const GAUSSIAN_SEE = 34;
export const COMPRESSION = 35;
export const DONE = 36;
export const BYE = 37;
export const LEFT = 38;
export const RIGHT = 39;
export const ON = 40;
export const OFF = 41;
export const TRUE = 42;
export const FALSE = 43;
export const NARROW = 44;
export const NORMAL = 45;
export const WIDE = 46;
export const HIGH = 47;
export const LOW = 48;
export const OUR = 49;
export const OPP = 50;
export const PARTIAL = 51;
export const COMPLETE = 52;
export const VER = 53;
export const CHEST_TRAP = 54;

/** The first keyword that exists only with the extension `height`. */
export const FIRST_HEIGHT_KEYWORD: number = 54;

/** Token number of each keyword. */
export const KEYWORDS: readonly (readonly [word: string, token: number])[] = [
  ['dash', DASH],
  ['turn', TURN],
  ['turn_neck', TURN_NECK],
  ['kick', KICK],
  ['long_kick', LONG_KICK],
  ['tackle', TACKLE],
  ['catch', CATCH],
  ['move', MOVE],
  ['change_view', CHANGE_VIEW],
  ['change_focus', CHANGE_FOCUS],
  ['say', SAY],
  ['pointto', POINTTO],
  ['attentionto', ATTENTIONTO],
  ['ear', EAR],
  ['clang', CLANG],
  ['sense_body', SENSE_BODY],
  ['score', SCORE],
  ['synch_see', SYNCH_SEE],
  ['gaussian_see', GAUSSIAN_SEE],
  ['compression', COMPRESSION],
  ['done', DONE],
  ['bye', BYE],
  ['left', LEFT],
  ['right', RIGHT],
  ['on', ON],
  ['off', OFF],
  ['true', TRUE],
  ['false', FALSE],
  ['narrow', NARROW],
  ['normal', NORMAL],
  ['wide', WIDE],
  ['high', HIGH],
  ['low', LOW],
  ['our', OUR],
  ['opp', OPP],
  ['partial', PARTIAL],
  ['complete', COMPLETE],
  ['ver', VER],
  ['chest_trap', CHEST_TRAP],
  ['l', LEFT],
  ['r', RIGHT],
  ['p', PARTIAL],
  ['c', COMPLETE],
];

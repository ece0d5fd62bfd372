/** The play mode words of the language. */
export const PLAY_MODE_WORDS = [
  'bko',
  'time_over',
  'play_on',
  'ko_our',
  'ko_opp',
  'ki_our',
  'ki_opp',
  'fk_our',
  'fk_opp',
  'ck_our',
  'ck_opp',
  'gk_our',
  'gk_opp',
  'gc_our',
  'gc_opp',
  'ag_our',
  'ag_opp',
] as const;

const OTHER_KEYWORDS = [
  'say',
  'hear',
  'online_coach_left',
  'online_coach_right',
  'meta',
  'freeform',
  'unsupported_clang',
  'info',
  'advice',
  'define',
  'definec',
  'defined',
  'definer',
  'definea',
  'definerule',
  'ver',
  'null',
  'quad',
  'arc',
  'pt',
  'reg',
  'tri',
  'rec',
  'ball',
  'pos',
  'home',
  'bto',
  'mark',
  'markl',
  'oline',
  'htype',
  'p',
  'd',
  'c',
  's',
  'do',
  'dont',
  'our',
  'opp',
  'clear',
  'true',
  'false',
  'ppos',
  'bpos',
  'bowner',
  'and',
  'or',
  'not',
  'playm',
  'time',
  'opp_goals',
  'our_goals',
  'goal_diff',
  'unum',
  'pass',
  'dribble',
  'shoot',
  'hold',
  'intercept',
  'tackle',
  'rule',
  'on',
  'off',
  'all',
  'delete',
  'model',
  'direc',
] as const;

/** A word of the language. */
export type Keyword = (typeof OTHER_KEYWORDS)[number] | (typeof PLAY_MODE_WORDS)[number];

/** The words of the language (spec 08 §2.5). A token's kind is the word itself, a bracket or an operator, or one of the six classes. */
export const CLANG_KEYWORDS: readonly Keyword[] = [...OTHER_KEYWORDS, ...PLAY_MODE_WORDS];

/** Brackets, comparisons and arithmetic operators. */
export type Punctuation =
  | '('
  | ')'
  | '{'
  | '}'
  | '<'
  | '<='
  | '=='
  | '!='
  | '>='
  | '>'
  | '+'
  | '-'
  | '*'
  | '/';

/**
 * Kind of a token: INT and REAL are numbers, STR a quoted string, QSTR a doubly quoted name (only in text heard from
 * the server), VAR a variable, BAD the first lexical error (fast mode only), END the end of the text.
 */
export type TokenKind = Keyword | Punctuation | 'INT' | 'REAL' | 'STR' | 'QSTR' | 'VAR' | 'BAD' | 'END';

/** The keywords by their text. */
export const KEYWORD_OF: ReadonlyMap<string, Keyword> = new Map(CLANG_KEYWORDS.map((word) => [word, word]));

/**
 * Keywords that begin with c, d, p or s, longest first. No variable begins with these letters. So a word that does
 * is split after the longest keyword at its beginning (spec 08 §2.4).
 */
export const SPLITTING: Readonly<Record<string, readonly Keyword[]>> = Object.fromEntries(
  ['c', 'd', 'p', 's'].map((first) => [
    first,
    CLANG_KEYWORDS.filter((word) => word.startsWith(first)).sort((a, b) => b.length - a.length),
  ]),
);

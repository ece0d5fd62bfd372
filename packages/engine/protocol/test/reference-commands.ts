/**
 * A second decoder of the players' command language, written directly from spec 03 §6 and §7, without regard to
 * speed: the tables as regular expressions. Tests compare the real decoder with it.
 */

const KEYWORDS = new Set(
  `dash turn turn_neck change_focus kick long_kick catch say sense_body score move change_view compression bye done pointto
   attentionto tackle clang ear synch_see gaussian_see narrow normal wide low high on off our opp left right l r
   partial complete p c ver true false`.split(/\s+/),
);
const SET = '[0-9A-Za-z().+\\-*/?<>_ ]';
/** In the order of the table. */
const RULES: readonly [kind: string, rule: RegExp][] = [
  ['(', /\(/y],
  [')', /\)/y],
  ['keyword', new RegExp([...KEYWORDS].sort((a, b) => b.length - a.length).join('|'), 'y')],
  ['blank', /[ \t\n]+/y],
  ['INT', /[+-]?[0-9]+/y],
  ['REAL', /[+-]?[0-9]*\.[0-9]+/y],
  ['REAL', /[+-]?(?:[0-9]*\.)?[0-9]+[eE][+-]?[0-9]+/y],
  ['NAME', /[-_a-zA-Z0-9]+/y],
  ['QUOTED', new RegExp(`"${SET}+"`, 'y')],
  ['SAY', new RegExp(`\\(say ${SET}+\\)`, 'y')],
  ['ILLEGAL', /[\s\S]/y],
];

interface Token {
  readonly kind: string;
  readonly text: string;
}

/** Splits a text by longest match; the earlier rule wins among equals. */
export function readReferenceTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let pos = 0; pos < text.length; ) {
    let best: Token = { kind: '', text: '' };
    for (const [kind, rule] of RULES) {
      rule.lastIndex = pos;
      const match = rule.exec(text)?.[0] ?? '';
      if (match.length > best.text.length) best = { kind, text: match };
    }
    if (best.kind === 'keyword') best = { kind: best.text, text: best.text };
    if (best.kind !== 'blank') tokens.push(best);
    pos += best.text.length;
  }
  return tokens;
}

const LEFT = '\\( (?:left|l) num num \\)';
const RIGHT = '\\( (?:right|r) num num \\)';
const SIDE = '(?:our|opp|left|l|right|r|NAME|QUOTED)';
/** The form of each command: a regular expression for its token kinds, with a blank after each kind. */
const COMMANDS: readonly [type: string, form: string][] = [
  ['say', 'SAY'],
  ['say', '\\( say (?:NAME|QUOTED) \\)'],
  ['dash', '\\( dash num \\)'],
  ['dash', '\\( dash num num \\)'],
  ['legs', `\\( dash (?:${LEFT}|${RIGHT}|${LEFT} ${RIGHT}|${RIGHT} ${LEFT}) \\)`],
  ...['turn', 'turn_neck', 'catch'].map((name): [string, string] => [name, `\\( ${name} num \\)`]),
  ...['kick', 'long_kick', 'move', 'change_focus', 'pointto'].map((name): [string, string] => [
    name,
    `\\( ${name} num num \\)`,
  ]),
  ...['sense_body', 'score', 'synch_see', 'gaussian_see', 'done', 'bye'].map((name): [string, string] => [
    name,
    `\\( ${name} \\)`,
  ]),
  ['pointto_off', '\\( pointto off \\)'],
  ['attentionto_off', '\\( attentionto off \\)'],
  ['attentionto', `\\( attentionto ${SIDE} INT \\)`],
  ['tackle', '\\( tackle num (?:(?:on|off|true|false) )?\\)'],
  ['change_view', '\\( change_view (?:narrow|normal|wide) (?:(?:low|high) )?\\)'],
  ['compression', '\\( compression INT \\)'],
  ['clang', '\\( clang \\( ver INT INT \\) \\)'],
  ['ear', `\\( ear \\( (?:on|off) (?:${SIDE} )?(?:(?:partial|p|complete|c) )?\\) \\)`],
];
const FORMS = COMMANDS.map(([type, form]): [string, RegExp] => [
  type,
  new RegExp(`${form.replaceAll('num', '(?:INT|REAL)')} `, 'y'),
]);
const LEGS = new RegExp(
  `\\( dash (?:(${LEFT} ${RIGHT}|${RIGHT} ${LEFT})|(${LEFT}|${RIGHT})) `.replaceAll('num', '(?:INT|REAL)'),
  'y',
);

/**
 * Returns the types of the executed commands, with each leg separately, and whether the text is well-formed. Text
 * after `bye` is ignored.
 */
export function decodeReferenceCommands(text: string): {
  readonly types: readonly string[];
  readonly good: boolean;
} {
  const nul = text.indexOf('\0');
  const kinds = readReferenceTokens(nul < 0 ? text : text.slice(0, nul))
    .map((token) => `${token.kind} `)
    .join('');
  const types: string[] = [];
  for (let pos = 0; pos < kinds.length; ) {
    const matched = FORMS.find(([, form]) => {
      form.lastIndex = pos;
      return form.test(kinds);
    });
    LEGS.lastIndex = pos;
    const legs = LEGS.exec(kinds);
    if (legs !== null) types.push(...(legs[1] !== undefined ? ['dash_leg', 'dash_leg'] : ['dash_leg']));
    if (matched === undefined) return { types, good: false };
    if (matched[0] !== 'legs') types.push(matched[0]);
    if (matched[0] === 'bye') return { types, good: true };
    pos = matched[1].lastIndex;
  }
  return { types, good: kinds.length > 0 };
}

/** Pieces from which tests build texts that resemble commands. */
export const COMMAND_PIECES: readonly string[] = [
  ...KEYWORDS,
  ...[
    '(',
    ')',
    ') ',
    '(say ',
    '(turn 10)',
    '(dash (l 10 0)',
    '(r 5 5)',
    '(ear (on',
    '(say "a")',
    '(bye)',
    '(clang (ver ',
  ],
  ...[' ', ' ', ' ', '\t', '\n', '\r', '\0', '"', '"abc"', '"a b"', '+', '-', '.', 'e', 'E5', '!', 'ÿ', '{'],
  ...[
    '1',
    '10',
    '-5',
    '+7',
    '.5',
    '-.5',
    '1.5',
    '1.',
    '1e1',
    '1.5e-1',
    '50-30',
    '50+30',
    '10.5.5',
    '0x10',
    '--5',
  ],
  ...['4294967396', '99999999999999999999', '1e999', 'Alpha', 'A-1', '_', '12a'],
];

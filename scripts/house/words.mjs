import { listFiles, read } from './sources.mjs';

/** Words that the style guide rules out, each with the sense that is meant and what to write instead. */
const RULES = [
  [/\btold\b/i, 'write "sent", "reported" or "logged"'],
  [/\btells?\b(?! the difference)/i, 'write "reports", "shows", "prints" or "says which"'],
  [/\bwhoever\b|\bwhatever comes\b/i, 'name the client, player or reader'],
  // `Someone missed a cycle` is a message of the original server.
  [/\b(somebody|nobody|someone(?! missed a cycle)|no one)\b/i, 'name the client, player or reader'],
  [/\bknows? nothing\b/i, 'write "does not depend on"'],
  [/\bputs? up with\b/i, 'write "limit" or "accept"'],
  [/\bfor want of\b/i, 'write "without"'],
  [/\bwants?\b(?! to\b)/i, 'write "needs" or "requires"'],
  // "There is no limit" is plain; "the value is no number" is not.
  [/(?<!\bthere )\bis no (?!longer\b|more\b|\w+ (left|yet)\b)[a-z]+/i, 'write "is not a …"'],
  [/(?<!\bthere )\bare no (?!longer\b|more\b)[a-z]+/i, 'write "are not …"'],
  [/\b(he|him|his|himself|she|hers|herself)\b/i, 'a component, client or player is "it" or "they"'],
  [
    // Places on the pitch: "behind the halfway line", "an object behind".
    /(?<!\b(balls?|objects?) (at or )?)\bbehind\b(?!-| the [a-z-]+ line\b| (the|its|their|a|an|your) (own )?(goal|ball|line|goal line|net|body|back|player|opponent|defender|offside|last|proxy|NAT|router|keeper|goalie|passer|receiver|kicker|taker|attacker|mark|post|bar))/i,
    'for time or order write "after"',
  ],
  [/\b(the|our|this) house\b(?! rules?\b)/i, 'write "this repository"'],
  [/\bwhat (comes|becomes) of\b/i, 'write "result of"'],
  [/\bthe same with\b/i, 'write "likewise"'],
  [/\blies? (in|at|on|here|there|beside|below|above)\b/i, 'write "is in"'],
  [
    /\b(knocks?|looks? away|hangs? itself|steals? (the |its )?(time|cycles?)|in vain|good manners|last word|puts? itself)\b/i,
    'say what the program does',
  ],
  [/\bby nature\b|\bto the bit\b|\bto the letter\b/i, 'write "exactly" or "byte for byte"'],
  [
    /\bbehaviour|colour|centre(?!d? ?_)|defence(?!_)|licence|metres?\b|analyse|grey\b|neighbour|favour|honour|standardis|organis|recognis|initialis|serialis/i,
    'American spelling',
  ],
];

const ALL_MATCHES = RULES.map(([pattern, instead]) => [
  new RegExp(pattern.source, `${pattern.flags}g`),
  instead,
]);

/**
 * Finds the words in a text.
 *
 * @param {string} text
 * @returns {{ line: number, column: number, word: string, instead: string }[]} positions start at 1
 */
export function findWords(text) {
  const found = [];
  const rules = ALL_MATCHES.filter(([pattern]) => text.search(pattern) >= 0);
  if (rules.length === 0) return found;
  text.split('\n').forEach((content, index) => {
    if (content.includes('words-ok')) return;
    for (const [pattern, instead] of rules) {
      for (const match of content.matchAll(pattern)) {
        found.push({ line: index + 1, column: match.index + 1, word: match[0], instead });
      }
    }
  });
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

const CHECKED = /\.(ts|mts|mjs|cjs|js|css|html|md|yml|yaml|sh|py)$/;
/** Data, generated text, the style guide itself and these rules. */
const SKIPPED =
  /(^|\/)(testdata|CHANGELOG\.md|docs\/inside\/contributing\/(style\.md|words\.txt)|scripts\/house\/words\.|pnpm-lock\.yaml)|^packages\/conformance\/(scenarios|logs|matches)\//;

/** Words to replace in all files. */
export function findWordProblems() {
  return listFiles()
    .filter((path) => CHECKED.test(path) && !SKIPPED.test(path))
    .flatMap((path) =>
      findWords(read(path)).map(
        ({ line, column, word, instead }) => `${path}:${line}:${column}: "${word}": ${instead}`,
      ),
    );
}

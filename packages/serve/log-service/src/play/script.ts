/** Parses the command language of the original log player (spec 11 §2.8). */
import { DEFAULT_INTERVAL_MS } from './playback.js';

export type ScriptCommand =
  | { readonly kind: 'help' | 'quit' | 'stop' }
  | { readonly kind: 'play'; readonly from: ScriptPlace; readonly to: ScriptPlace }
  | { readonly kind: 'jump' | 'feed' | 'step'; readonly to: ScriptPlace }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'load'; readonly file: string };

/** A position: a game time, the end, or the current show. */
export type ScriptPlace = number | 'end' | 'here';

/** Time per show by command, ms. */
export const SCRIPT_INTERVALS_MS = { play: DEFAULT_INTERVAL_MS, feed: 50, step: 450 } as const;

export const SCRIPT_HELP = `help
quit
play <n|end|here> to <n|end|here>
stop
jump to <n|end>
feed to <n|end>
step to <n|end>
sleep <ms>
load <file>
`;

function parsePlace(text: string, here: boolean): ScriptPlace | null {
  if (text === 'end' || (here && text === 'here')) return text as ScriptPlace;
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Parses a line. Returns null if it is not a command; check {@link isComment} first. */
export function parseScript(line: string): ScriptCommand | null {
  const words = line.trim().split(/\s+/);
  const [head = '', a = '', b = '', c = ''] = words;
  switch (head) {
    case 'help':
    case 'quit':
    case 'stop':
      return words.length === 1 ? { kind: head } : null;
    case 'play': {
      const from = parsePlace(a, true);
      const to = parsePlace(c, true);
      return words.length === 4 && b === 'to' && from !== null && to !== null
        ? { kind: 'play', from, to }
        : null;
    }
    case 'jump':
    case 'feed':
    case 'step': {
      const to = parsePlace(b, false);
      return words.length === 3 && a === 'to' && to !== null ? { kind: head, to } : null;
    }
    case 'sleep':
      return words.length === 2 && /^\d+$/.test(a) ? { kind: 'sleep', ms: Number(a) } : null;
    case 'load':
      return words.length === 2 ? { kind: 'load', file: a } : null;
    default:
      return null;
  }
}

/** Whether a line is empty or a comment. */
export function isComment(line: string): boolean {
  const text = line.trim();
  return text === '' || text.startsWith('#');
}

/** The command language of the classic log player (spec 11 §2.8). */
import { DEFAULT_INTERVAL, type Direction, type Playback } from './playback.js';

/** A command of a script. */
export type ScriptCommand =
  | { readonly kind: 'help' | 'quit' | 'stop' }
  | { readonly kind: 'play'; readonly from: ScriptPlace; readonly to: ScriptPlace }
  | { readonly kind: 'jump' | 'feed' | 'step'; readonly to: ScriptPlace }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'load'; readonly file: string };

/** A cycle, the end, or the current position. */
export type ScriptPlace = number | 'end' | 'here';

/** Time per show of the kinds of playing, ms. */
export const SCRIPT_INTERVALS = { play: DEFAULT_INTERVAL, feed: 50, step: 450 } as const;

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

function place(text: string, here: boolean): ScriptPlace | null {
  if (text === 'end' || (here && text === 'here')) return text as ScriptPlace;
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Reads a line; null if it is not a command. Empty lines and comments are not commands either: see {@link isComment}. */
export function parseScript(line: string): ScriptCommand | null {
  const words = line.trim().split(/\s+/);
  const [head = '', a = '', b = '', c = ''] = words;
  switch (head) {
    case 'help':
    case 'quit':
    case 'stop':
      return words.length === 1 ? { kind: head } : null;
    case 'play': {
      const from = place(a, true);
      const to = place(c, true);
      return words.length === 4 && b === 'to' && from !== null && to !== null
        ? { kind: 'play', from, to }
        : null;
    }
    case 'jump':
    case 'feed':
    case 'step': {
      const to = place(b, false);
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

export function isComment(line: string): boolean {
  const text = line.trim();
  return text === '' || text.startsWith('#');
}

/** Returns the show of a position: the first one whose time is not smaller; null if it is missing. */
export function showAt(
  playback: Playback,
  timeOf: (index: number) => number,
  to: ScriptPlace,
): number | null {
  if (to === 'here') return playback.index;
  if (to === 'end') return playback.count - 1;
  for (let low = 0, high = playback.count; ; ) {
    if (low >= high) return low < playback.count ? low : null;
    const middle = (low + high) >>> 1;
    if (timeOf(middle) < to) low = middle + 1;
    else high = middle;
  }
}

/** Returns the direction between two shows; null if they are the same. */
export function wayTo(from: number, to: number): Direction | null {
  return to > from ? 1 : to < from ? -1 : null;
}

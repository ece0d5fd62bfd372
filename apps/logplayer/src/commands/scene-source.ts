/** Scenes as an argument of `cut`. */
import { CommandLineError } from '@rcss/kit/command-line';
import type { LogExcerpt } from '@rcss/logs/edit';

/** A log and the scenes selected from it. */
export interface SceneSource {
  readonly log: string;
  readonly scenes: readonly LogExcerpt[];
}

const EVERYTHING: LogExcerpt = { unit: 'show', from: 0, to: Number.POSITIVE_INFINITY };
const RANGE = /^(#?)(\d*)(?:(-)#?(\d*))?$/;

function parseRange(text: string, of: string): LogExcerpt {
  const match = RANGE.exec(text);
  if (match === null || text === '' || text === '#') {
    throw new CommandLineError(
      `${of}: "${text}" is not a scene. Allowed: 100-200, 3000-, -50, 77 (game times), #10-#20 (shows)`,
    );
  }
  const [, mark, first, dash, second] = match;
  const from = first === '' ? 0 : Number(first);
  const to = dash === undefined ? from : second === '' ? Number.POSITIVE_INFINITY : Number(second);
  if (to < from)
    throw new CommandLineError(
      `${of}: the scene ${text} ends before it begins. Give the smaller number first`,
    );
  return { unit: mark === '#' ? 'show' : 'time', from, to };
}

/** Parses `LOG` or `LOG:RANGE,RANGE…`. A range is `100-200` in game time or `#10-#20` in shows. */
export function parseSceneSource(text: string): SceneSource {
  const at = text.lastIndexOf(':');
  if (at <= 0 || !/^[#\d,-]+$/.test(text.slice(at + 1))) return { log: text, scenes: [EVERYTHING] };
  const ranges = text.slice(at + 1).split(',');
  return { log: text.slice(0, at), scenes: ranges.map((range) => parseRange(range, text)) };
}

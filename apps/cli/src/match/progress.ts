import { escapeText } from '@rcss/kit/command-line';
import type { RunningMatch } from '@rcss/match-server';

/** The progress of a running match as text: one line that changes, a line per goal, and notes. */
export interface Progress {
  start(match: RunningMatch): void;
  /** Prints lines above the line that changes. */
  printNote(text: string): void;
  /** Removes the line that changes. */
  stop(): void;
}

/** The part of a stream that the progress uses. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const INTERVAL_MS = 200;
/** Interval over which the rate is measured, ms. */
const RATE_INTERVAL_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Creates the progress of a match.
 *
 * @param cycles Length of the match without extra time.
 * @param plainIntervalMs Interval of the lines if the stream is not a terminal.
 */
export function createProgress(out: ProgressStream, cycles: number, plainIntervalMs: number): Progress {
  const terminal = out.isTTY === true;
  let timer: NodeJS.Timeout | undefined;
  let score = '0 : 0';
  let rate = 0;
  let measured = { at: 0, steps: 0 };
  let lastPlainAt = performance.now();

  const print = (text: string): void => {
    out.write(`${terminal ? CLEAR_LINE : ''}${escapeText(text)}\n`);
  };

  function draw(match: RunningMatch): void {
    const now = performance.now();
    if (now - measured.at >= RATE_INTERVAL_MS) {
      rate = ((match.steps - measured.steps) / (now - measured.at)) * 1000;
      measured = { at: now, steps: match.steps };
    }
    const { time, playMode, left, right } = match.world;
    const result = `${left.score} : ${right.score}`;
    if (result !== score) {
      score = result;
      print(`  ${String(time).padStart(5)}  Goal!  ${left.name} ${score} ${right.name}`);
    }
    if (!terminal && now - lastPlainAt < plainIntervalMs) return;
    const bar = '#'.repeat(Math.round(Math.min(1, time / cycles) * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
    const line = `[${bar}] ${time}/${cycles}  ${left.name || '-'} ${score} ${right.name || '-'}  ${playMode}  ${Math.round(rate)} steps/s`;
    if (terminal) out.write(`${CLEAR_LINE}${escapeText(line).slice(0, (out.columns ?? 80) - 1)}`);
    else print(line);
    lastPlainAt = now;
  }

  return {
    start(match) {
      measured = { at: performance.now(), steps: match.steps };
      timer = setInterval(() => draw(match), INTERVAL_MS);
      timer.unref();
    },
    printNote: print,
    stop() {
      clearInterval(timer);
      if (terminal) out.write(CLEAR_LINE);
    },
  };
}

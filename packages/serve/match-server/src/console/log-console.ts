import type { RcssParams } from '@rcss/params/program';
import { type ConsoleOutput, type ConsoleRecord, LOG_LEVELS, type LogLevel } from './console-output.js';

/** Forms of the log lines: as the original prints them, or one JSON object per line. */
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** Values of `rcss::log_level`. `silent`: no line but the result of the match. */
export const LOG_LEVEL_SETTINGS: readonly ('silent' | LogLevel)[] = ['silent', ...LOG_LEVELS];

export interface LogSettings {
  readonly format: LogFormat;
  readonly level: (typeof LOG_LEVEL_SETTINGS)[number];
  /** Name of the match in JSON lines. */
  readonly room: string;
}

/**
 * Returns the settings for a match; unknown texts, which the checks of the configuration refuse, count as the defaults.
 *
 * @param room Name of the match; `main` for a server with one match.
 */
export function createLogSettings(
  { log_format, log_level }: Pick<RcssParams, 'log_format' | 'log_level'>,
  room = 'main',
): LogSettings {
  return {
    format: LOG_FORMATS.find((format) => format === log_format) ?? 'text',
    level: LOG_LEVEL_SETTINGS.find((level) => level === log_level) ?? 'info',
    room,
  };
}

/** A line of the JSON format. */
export interface JsonLogLine {
  /** Wall-clock time, ISO 8601. */
  readonly time: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly room: string;
  /** The line as the text format has it, without leading and trailing blanks. */
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Creates the console of a match: drops the lines below a level and writes the others as text or JSON. In the JSON format all lines go to
 * the standard error output, except the result of the match, which always stays on the standard output as text.
 *
 * @param now Wall-clock time of a line.
 */
export function createLogConsole(
  target: ConsoleOutput,
  { format, level, room }: LogSettings,
  now: () => Date = () => new Date(),
): ConsoleOutput {
  if (format === 'text' && level === 'debug') return target;
  const shownLevels = LOG_LEVEL_SETTINGS.indexOf(level);
  const print = (stream: 'out' | 'err', line: string, record: ConsoleRecord | undefined): void => {
    if (record?.event === 'result') {
      target.out(line, record);
      return;
    }
    const lineLevel = record?.level ?? (stream === 'out' ? 'info' : 'warn');
    if (LOG_LEVEL_SETTINGS.indexOf(lineLevel) > shownLevels) return;
    if (format === 'text') {
      target[stream](line, record);
      return;
    }
    const message = line.trim();
    if (message === '') return;
    const { event = 'message', fields = {} } = record ?? {};
    const json: JsonLogLine = { time: now().toISOString(), level: lineLevel, event, room, message, fields };
    target.err(formatJsonLine(json), record);
  };
  return {
    out: (line, record) => print('out', line, record),
    err: (line, record) => print('err', line, record),
  };
}

/** Formats a line; control characters that JSON allows unescaped, and that could change a terminal, are escaped. */
function formatJsonLine(line: JsonLogLine): string {
  return JSON.stringify(line).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

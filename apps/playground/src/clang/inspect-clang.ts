import { analyze, check, formatText, type Message, printHeard, type Span, splitMessages } from '@rcss/clang';
import { describePlace, type TextPlace } from '../text-place.js';

/** An error or a warning in a text of the coach language. */
export interface ClangProblem extends TextPlace {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** What the page shows for a text of messages. */
export interface ClangReport {
  readonly problems: readonly ClangProblem[];
  readonly messageCount: number;
  /** The text with line breaks and indents; null if it has errors. */
  readonly formatted: string | null;
  /** What players receive, one line for each message; null if the text has errors. */
  readonly heard: string | null;
  /** The messages; empty if the text has errors. */
  readonly messages: readonly Message[];
}

/** Checks a text of messages of the coach language, and formats it if it has no errors. */
export function inspectClang(text: string): ClangReport {
  const problems: ClangProblem[] = [];
  const messages: Message[] = [];
  const spans = new Map<object, Span>();
  const pieces = splitMessages(text).filter((piece) => piece.text.trim() !== '');
  const add = (severity: ClangProblem['severity'], offset: number | null, message: string) =>
    problems.push({ severity, message, ...describePlace(text, offset) });
  for (const piece of pieces) {
    const analysis = analyze(piece.text);
    for (const problem of analysis.problems) add('error', piece.offset + problem.offset, problem.message);
    for (const [node, span] of analysis.spans)
      spans.set(node, { ...span, offset: piece.offset + span.offset });
    if (analysis.message !== null) messages.push(analysis.message);
  }
  const hasErrors = problems.length > 0;
  for (const { severity, span, message } of check(messages, { spans }))
    add(severity, span?.offset ?? null, message);
  return {
    problems,
    messageCount: pieces.length,
    formatted: hasErrors ? null : pieces.map((piece) => formatPiece(piece.text)).join('\n'),
    heard: hasErrors ? null : messages.map(printHeard).join('\n'),
    messages: hasErrors ? [] : messages,
  };
}

function formatPiece(text: string): string {
  const formatted = formatText(text);
  return formatted.ok ? formatted.value.trimEnd() : text;
}

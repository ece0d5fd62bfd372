import type { WhyOffer, WhyPart } from '../why-parts.js';

/**
 * Asks about a recording and returns the parts of the answer as they arrive. If `signal` is aborted, the server ends its work.
 *
 * @throws {Error} if the server cannot be reached, or says why it does not answer
 */
export async function* askRecording(
  { path, token }: WhyOffer,
  question: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): AsyncGenerator<WhyPart> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { body } = await fetch(path, { method: 'POST', headers, body: JSON.stringify(question), signal });
  if (body === null) return;
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value = '', done } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const part = JSON.parse(line) as WhyPart;
      if (part.error !== undefined) throw new Error(part.error);
      yield part;
    }
    if (done) return;
  }
}

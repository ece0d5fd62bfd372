import type { OutputLine } from '@rcss/match-server/program';

/**
 * Returns the errors of a configuration as one line. The usage that follows the error lines (spec 01 §6.11) is longer than a screen, so
 * this line is printed last.
 */
export function summarizeConfigError(output: readonly OutputLine[]): string {
  const errors = output.filter((line) => line.stream === 'stderr').map((line) => line.text);
  const after = (mark: string) =>
    errors.filter((text) => text.includes(mark)).map((text) => text.slice(text.indexOf(mark) + mark.length));
  const reasons = after(': error: ').filter((text) => !text.startsWith('while parsing'));
  const what = reasons.find((text) => text !== 'unknown parse error');
  const place = after(': note: ').find((text) => !text.endsWith('?') || !text.includes('ignored'));
  if (reasons.length === 0) return `not started: ${errors.at(-1) ?? 'wrong configuration'}`;
  const parts = [what ?? 'not understood'];
  if (place !== undefined) parts.push(place);
  // If the note has advice after the place, this advice is more specific than the general form.
  if (reasons.includes('unknown parse error') && place?.includes('): ') !== true) {
    parts.push('settings are written module::name=value, such as server::half_time=300');
  }
  return `not started: ${parts.join('; ')}`;
}

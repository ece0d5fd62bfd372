/** Returns what a value is, as errors about the code of a team name it: `the text "left"`, `a promise`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'function') return 'a function';
  if (value instanceof Promise) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object')
    return `an object with the fields ${Object.keys(value).slice(0, 5).join(', ') || '(none)'}`;
  return `the ${typeof value} ${String(value)}`;
}

/** First character of a report about the types of the opponents. */
const MARK = 'T';
const UNKNOWN = '?';
/** A type is one character. */
const RADIX = 36;

/** What a coach says about the opponents. */
export type TypeReport = readonly (number | null)[];

/** Returns the text of a report: the types of the opponents 1 to 11; null if a type is not known. */
export function encodeTypeReport(types: TypeReport): string {
  const characters = types.map((id) => (id === null || id >= RADIX ? UNKNOWN : id.toString(RADIX)));
  return MARK + characters.join('');
}

/** Reads a report from a message of the coach as players receive it; null if the message is something else. */
export function decodeTypeReport(message: string): TypeReport | null {
  const match = /^\(freeform "T([0-9a-z?]{11})"\)$/.exec(message);
  if (match === null) return null;
  return [...match[1]!].map((c) => (c === UNKNOWN ? null : Number.parseInt(c, RADIX)));
}

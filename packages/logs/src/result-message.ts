/** The result message (spec 09 §2.7). */

/** A result message, taken apart. */
export interface ResultMessage {
  /** Digits as in the message. */
  readonly date: string;
  /** The sides as in the message, with coach, score and penalties. */
  readonly left: string;
  readonly right: string;
}

/** Read a result message; null when it is none. */
export function readResultMessage(text: string): ResultMessage | null {
  const match = /^\(result (\d{12}(?:\d\d)?) (\S+?)-vs-(\S+?)\)?$/.exec(text);
  return match && { date: match[1]!, left: match[2]!, right: match[3]! };
}

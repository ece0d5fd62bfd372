/** Which quirks of the rules are corrected in a match, by the words of `rcss::corrections` (spec 06 §22). */
export interface Corrections {
  readonly shootout: boolean;
  readonly foul: boolean;
}

/** Reads a value of `rcss::corrections`, such as `shootout,foul`. */
export function readCorrections(text: string): Corrections {
  const names = text.split(',');
  return { shootout: names.includes('shootout'), foul: names.includes('foul') };
}

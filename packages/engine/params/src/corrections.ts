/** Quirks of the rules that `rcss::corrections` can correct (spec 06 §22). */
export const CORRECTION_NAMES = ['shootout', 'foul'] as const;

/** Which quirks of the rules are corrected in a match. */
export type Corrections = Readonly<Record<(typeof CORRECTION_NAMES)[number], boolean>>;

/** Reads `rcss::corrections`, such as `shootout,foul`; undefined if it is empty; null if it has an unknown name. */
export function parseCorrections(text: string): Corrections | undefined | null {
  if (text.trim() === '') return undefined;
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => !(CORRECTION_NAMES as readonly string[]).includes(name))) return null;
  return { shootout: names.includes('shootout'), foul: names.includes('foul') };
}

/** Lists the names of corrections that are on, separated by commas. */
export function formatCorrections(corrections: Corrections | undefined): string {
  return CORRECTION_NAMES.filter((name) => corrections?.[name] === true).join(',');
}

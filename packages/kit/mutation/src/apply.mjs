// Changes of source texts. No parser here, so that a worker starts quickly.

/** The source with one mutant. */
export const applyMutant = (text, mutant) =>
  text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);

/**
 * The source with a mark at the place of every mutant: when the place is executed, `__reached[id]` becomes 1.
 * @param {string} text
 * @param {{ id: number, coverStart: number, coverEnd: number, statement: boolean }[]} mutants
 */
export function markMutants(text, mutants) {
  const places = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.coverStart}-${mutant.coverEnd}`;
    const place = places.get(key);
    if (place) place.ids.push(mutant.id);
    else places.set(key, { ...mutant, ids: [mutant.id] });
  }
  const inserts = [];
  for (const { coverStart, coverEnd, statement, ids } of places.values()) {
    const marks = ids.map((id) => `__reached[${id}]=1`).join(',');
    const length = coverEnd - coverStart;
    inserts.push({ at: coverStart, rank: 1e9 - length, text: statement ? `{${marks};` : `(${marks},` });
    inserts.push({ at: coverEnd, rank: length - 1e9, text: statement ? '}' : ')' });
  }
  // At the same place, ends come before beginnings. Inner ends come before outer ends, outer beginnings before
  // inner beginnings.
  inserts.sort((a, b) => a.at - b.at || a.rank - b.rank);
  let marked = '';
  let from = 0;
  for (const { at, text: inserted } of inserts) {
    marked += text.slice(from, at) + inserted;
    from = at;
  }
  return marked + text.slice(from);
}

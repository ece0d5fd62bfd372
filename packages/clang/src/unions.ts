import type { Region } from './ast.js';

type Union = Extract<Region, { readonly kind: 'union' }>;

/**
 * What the server makes of nested unions (spec 08, section 5, rule 6): an inner union swallows the regions that
 * precede it in all unions around it. The set of points stays the same. A union without an inner one after the
 * first place is returned as it is.
 */
export function absorbUnions(outer: Union): Union {
  if (!needsAbsorbing(outer)) return outer;
  const finished: Region[] = [];
  close(outer, finished);
  return finished[0] as Union;
}

function needsAbsorbing(union: Union): boolean {
  return union.regions.some((part, i) => part.kind === 'union' && (i > 0 || needsAbsorbing(part)));
}

/** Puts the parts of a union on the stack of finished regions, then takes all regions on the stack as its own. */
function close(union: Union, finished: Region[]): void {
  for (const part of union.regions) {
    if (part.kind === 'union') close(part, finished);
    else finished.push(part);
  }
  finished.push({ kind: 'union', regions: finished.splice(0) });
}

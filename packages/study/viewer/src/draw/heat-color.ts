/** Share below which a cell of a heat map is not drawn. */
export const MIN_HEAT = 0.03;

/** Returns a color from transparent over yellow to red for a share from 0 to 1. */
export function computeHeatColor(share: number): string {
  return `hsla(${60 - 60 * share}, 95%, ${60 - 12 * share}%, ${Math.min(0.92, 0.12 + share * 0.85)})`;
}

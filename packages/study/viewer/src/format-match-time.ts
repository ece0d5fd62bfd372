/** Formats a cycle as minutes and seconds of match time. */
export function formatMatchTime(cycle: number, cycleMs: number): string {
  const seconds = Math.floor((cycle * cycleMs) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

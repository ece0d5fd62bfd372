/** Returns x². Engines may round a power in another way. */
export function square(x: number): number {
  return x * x;
}

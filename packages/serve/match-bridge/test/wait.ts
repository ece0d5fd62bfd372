/** Waits until a condition holds; after the limit it fails with the description of the condition. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 40_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

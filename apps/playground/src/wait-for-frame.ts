import type { MatchSource } from '@rcss/viewer';

/** Waits until a log has been read to a frame, or to its end. */
export function waitForFrame(source: MatchSource, index: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (source.last < index && source.isGrowing === true) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = source.subscribe(check);
    check();
  });
}

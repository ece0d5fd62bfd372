/**
 * Calls `update` after each change of the run, and again after a change in the meantime. A call that fails says that the connection is lost.
 *
 * @returns A function that calls it now.
 */
export function followRun(
  update: () => Promise<void>,
  showConnection: (state: 'live' | 'lost') => void = () => {},
): () => void {
  let isUpdating = false;
  let isOutdated = false;
  const request = async (): Promise<void> => {
    isOutdated = true;
    if (isUpdating || document.hidden) return;
    isUpdating = true;
    try {
      while (isOutdated) {
        isOutdated = false;
        await update();
      }
    } catch {
      showConnection('lost');
    } finally {
      isUpdating = false;
    }
  };
  const events = new EventSource('/events');
  events.addEventListener('open', () => showConnection('live'));
  events.addEventListener('error', () => showConnection('lost'));
  events.addEventListener('change', () => void request());
  document.addEventListener('visibilitychange', () => {
    if (isOutdated) void request();
  });
  return () => void request();
}

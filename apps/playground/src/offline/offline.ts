import { createElement } from '../controls/elements.js';

/** Whether the pages are a build, which has a service worker; the server of the development has none. */
declare const HAS_SERVICE_WORKER: boolean;

/** Shows a line with a button above the content of the page. */
function showVersionLine(text: string, load: () => void): void {
  const line = document.getElementById('version') ?? createElement('p', { id: 'version', role: 'status' });
  line.replaceChildren(`${text} `, createElement('button', { type: 'button', onclick: load }, 'Load it'));
  document.querySelector('header')?.append(line);
}

/**
 * Keeps the files of the page in the browser, by its service worker: the page works without a connection, and gets no file of another
 * build. If the server has a new build, a line offers it. Does nothing in a browser without service workers, such as on an address that
 * is not secure.
 */
export async function keepFiles(): Promise<void> {
  if (!HAS_SERVICE_WORKER || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadWorker = serviceWorker.controller !== null;
  let isLoading = false;
  const registration = await serviceWorker.register('./service-worker.js', { updateViaCache: 'none' });
  const offer = (): void => {
    const { waiting } = registration;
    // The first worker of a page does not wait.
    if (waiting === null || serviceWorker.controller === null) return;
    showVersionLine('A new version of this page is ready; your code stays.', () => {
      isLoading = true;
      waiting.postMessage('activate');
    });
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  );
  serviceWorker.addEventListener('controllerchange', () => {
    if (isLoading) location.reload();
    else if (hadWorker)
      showVersionLine('Another tab has loaded a new version of this page.', () => location.reload());
  });
  offer();
  // A page can be open for days; without a connection it stays as it is.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
}

/**
 * The service worker of the pages. It keeps the files of one build, so that open pages get the files of their build also without a
 * connection and after a new deployment. A new build waits until a page asks for it. The build puts the values of the two constants
 * before this script; the script has no imports.
 */

/** Paths of the files, relative to the folder of the pages, and whether each is loaded at the installation. */
declare const BUILD_FILES: Readonly<Record<string, boolean>>;
/** Digest of the files. */
declare const BUILD_VERSION: string;

/** The part of the scope of a service worker that is used here; the library of TypeScript for pages does not have it. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean; type: 'window' }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}
interface WaitEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WaitEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;
const FOLDER = new URL('./', scope.location.href).href;
/** Begins the names of all caches of this folder. */
const PREFIX = `rcss-playground ${FOLDER} `;
const CACHE = PREFIX + BUILD_VERSION;
/** A name that the build makes from the content: the HTTP cache may have the file. */
const HASHED = /-[\w-]{8}\.\w+$/;

/** Returns the path of a request in the folder of the pages; null for requests that this worker does not answer. */
function findPath({ method, url }: Request): string | null {
  const address = url.replace(/[?#].*$/, '');
  if (method !== 'GET' || !address.startsWith(FOLDER)) return null;
  return address.slice(FOLDER.length) || 'index.html';
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const paths = Object.keys(BUILD_FILES).filter((path) => BUILD_FILES[path]);
  await cache.addAll(
    paths.map((path) => new Request(FOLDER + path, { cache: HASHED.test(path) ? 'default' : 'reload' })),
  );
}

/** Removes the files of other builds, if only one page is open: another one may still need them. */
async function removeOldCaches(): Promise<void> {
  const windows = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (windows.filter(({ url }) => url.startsWith(FOLDER)).length > 1) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Returns a file of this build, or of an older one that an open page asks for; from the server if it is not kept. */
async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const address = FOLDER + path;
  const kept = (await cache.match(address)) ?? (await caches.match(address));
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok && path in BUILD_FILES) await cache.put(address, response.clone());
  return response;
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([scope.clients.claim(), removeOldCaches()])),
);
scope.addEventListener('message', ({ data }) => {
  if (data === 'activate') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const path = findPath(event.request);
  if (path === null) return;
  event.respondWith(answer(event.request, path));
  if (event.request.mode === 'navigate') event.waitUntil(removeOldCaches());
});

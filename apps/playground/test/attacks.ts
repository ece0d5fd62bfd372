/** Ways from the code of a team to what the browser keeps for the site, to the network and to other pages. */

/** What runs before the attacks: `find(name)` returns a value of the worker by the getters of its prototypes. */
const PROLOGUE = `const find = (name) => {
  for (let holder = self; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const { get, value } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
    if (get !== undefined || value !== undefined) return get === undefined ? value : get.call(self);
  }
  throw new Error('there is no ' + name);
};
const settle = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject; });
const nest = (text) => new Promise((resolve, reject) => {
  const worker = new (find('Worker'))(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  worker.onmessage = ({ data }) => data === 'open' ? resolve() : reject(new Error(data));
  worker.onerror = reject;
});
const inWorker = (body) => nest('(async () => {' + body + '})().then(() => postMessage("open"), (error) => postMessage(String(error)))');
const within = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, 2000, new Error('no answer')))]);
`;

/** Bodies of asynchronous functions that fail if the way is closed. `SITE` is the address of the page. */
const ATTACKS = {
  indexedDB: `await settle(indexedDB.open('attack'));`,
  'indexedDB of the prototype': `await settle(find('indexedDB').open('attack'));`,
  'indexedDB of a nested worker': `await inWorker('await new Promise((resolve, reject) => { const request = indexedDB.open("attack"); request.onsuccess = resolve; request.onerror = reject; });');`,
  caches: `await (await find('caches').open('attack')).put('SITEattack', new Response('x'));`,
  'caches of a nested worker': `await inWorker('await caches.open("attack");');`,
  'private file system': `const root = await navigator.storage.getDirectory(); await root.getFileHandle('attack', { create: true });`,
  'private file system of a nested worker': `await inWorker('const root = await navigator.storage.getDirectory(); await root.getFileHandle("attack", { create: true });');`,
  'fetch of the site': `await fetch('SITEsecret-fetch', { credentials: 'include', mode: 'no-cors' });`,
  'fetch of the prototype': `await find('fetch').call(self, 'SITEsecret-fetch', { credentials: 'include' });`,
  'fetch of a nested worker': `await inWorker('await fetch("SITEsecret-fetch", { credentials: "include", mode: "no-cors" });');`,
  XMLHttpRequest: `await new Promise((resolve, reject) => { const request = new XMLHttpRequest(); request.onload = resolve; request.onerror = reject; request.open('GET', 'SITEsecret-request'); request.send(); });`,
  'worker of the site': `await new Promise((resolve, reject) => { const worker = new Worker('SITE_WORKER', { type: 'module' }); worker.onerror = reject; setTimeout(resolve, 1500); });`,
  'module of the site': `await import('SITE_WORKER');`,
  locks: `await navigator.locks.request('attack', async () => {});`,
} as const;

export const ATTACK_NAMES: readonly string[] = Object.keys(ATTACKS);

/**
 * Returns an expression: a promise of the names of the attacks that succeed.
 *
 * @param site Address of the folder of the pages.
 * @param worker Path of a script in it.
 */
export function writeAttacks(site: string, worker: string): string {
  const fill = (body: string) => body.replaceAll('SITE_WORKER', site + worker).replaceAll('SITE', site);
  const tries = Object.entries(ATTACKS).map(
    ([name, body]) => `[${JSON.stringify(name)}, async () => {${fill(body)}}]`,
  );
  return `(async () => { ${PROLOGUE}
const tries = [${tries.join(',\n')}];
const open = await Promise.all(tries.map(async ([name, attack]) => {
  try { await within(attack()); return [name]; } catch { return []; }
}));
return open.flat(); })()`;
}

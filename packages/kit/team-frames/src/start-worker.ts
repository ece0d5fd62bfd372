export type LoadModule = (address: string) => Promise<unknown>;

/**
 * Returns a function that starts a worker with a module. The worker begins as a `blob:` script and therefore has the policy of the page;
 * a worker from an address of the server would have the policy of its response. Messages that arrive before the module
 * are kept.
 *
 * @param name Name of the exported function of the module that sets `self.onmessage`; it gets a {@link LoadModule}.
 */
export function createWorkerStarter<WorkerModule>(
  moduleUrl: string,
  name: keyof WorkerModule & string,
): () => Worker {
  const text = `const early = [];
self.onmessage = (event) => early.push(event);
const load = (address) => import(address);
load(${JSON.stringify(moduleUrl)}).then(
  (module) => { module.${name}(load); for (const event of early) self.onmessage(event); },
  (error) => setTimeout(() => { throw error; }),
);`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  // A classic worker: Chromium starts no module worker from a blob of an opaque origin.
  return () => new Worker(address);
}

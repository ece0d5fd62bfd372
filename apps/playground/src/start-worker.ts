/** Loads a module by its address. */
export type LoadModule = (address: string) => Promise<unknown>;

/** What a module exports that runs in a worker. */
export interface WorkerModule {
  /** Sets `self.onmessage`. */
  start(load: LoadModule): void;
}

/**
 * Returns a function that starts a worker with a module. The worker begins as a `blob:` script and therefore has the policy of the page;
 * a worker from an address of the server would have the policy of its response. Messages that arrive before the module
 * are kept.
 */
export function createWorkerStarter(moduleUrl: string): () => Worker {
  const text = `const early = [];
self.onmessage = (event) => early.push(event);
const load = (address) => import(address);
load(${JSON.stringify(moduleUrl)}).then(
  ({ start }) => { start(load); for (const event of early) self.onmessage(event); },
  (error) => setTimeout(() => { throw error; }),
);`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return () => new Worker(address, { type: 'module' });
}

/** One generator of `seedrandom` by itself; the package's index loads seven. */
declare module 'seedrandom/lib/alea.js' {
  import type seedrandom from 'seedrandom';

  const create: typeof seedrandom.alea;
  export default create;
}

import { describe, expect, it } from 'vitest';
// @ts-expect-error a module of the configuration, without types
import { servePlaygroundFolder } from '../.vitepress/playground-folder.mjs';

interface PageRequest {
  url: string;
}
type Middleware = (request: PageRequest, response: undefined, next: () => void) => void;

/** Returns the address that the server of the pages reads after the plugin, and how often it goes on. */
function rewrite(base: string, url: string): { readonly url: string; readonly nextCount: number } {
  const request = { url };
  let nextCount = 0;
  const middlewares = {
    use: (middleware: Middleware) =>
      middleware(request, undefined, () => {
        nextCount++;
      }),
  };
  servePlaygroundFolder().configureServer({ middlewares, config: { base } });
  return { url: request.url, nextCount };
}

describe('the folder of the playground on the server of the pages', () => {
  it.each([
    ['/', '/playground/', '/playground/index.html'],
    ['/', '/playground/?lesson=lessons/a.md', '/playground/index.html?lesson=lessons/a.md'],
    ['/rcss/', '/rcss/playground/', '/rcss/playground/index.html'],
    ['/rcss/', '/playground/', '/playground/'],
    ['/', '/playground/class.html', '/playground/class.html'],
    ['/', '/learn/playground.html', '/learn/playground.html'],
  ])('below %s, %s is %s', (base, url, expected) => {
    expect(rewrite(base, url)).toEqual({ url: expected, nextCount: 1 });
  });
});

/**
 * Returns a plugin of Vite that serves `index.html` for the folder `playground/`, as static servers do. Without it, the server of
 * `npm run docs` looks for a page of VitePress there.
 */
export function servePlaygroundFolder() {
  return {
    name: 'playground-folder',
    configureServer({ middlewares, config }) {
      middlewares.use((request, _response, next) => {
        const [path, ...query] = request.url.split('?');
        if (path === `${config.base}playground/`) request.url = [`${path}index.html`, ...query].join('?');
        next();
      });
    },
  };
}

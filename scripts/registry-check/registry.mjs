/** A registry on this machine: Verdaccio on the loopback address and a free port, with an empty storage. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './process.mjs';

/** Verdaccio, installed from its own lock file in a folder that is kept between runs. */
async function installVerdaccio(root) {
  const source = join(root, 'scripts/registry-check/verdaccio');
  const lock = readFileSync(join(source, 'package-lock.json'));
  const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(root, 'node_modules/.cache/registry-check', key);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
      timeoutMs: 300_000,
    });
    writeFileSync(done, '');
  }
  return createRequire(join(folder, 'package.json'))('verdaccio');
}

/**
 * Starts an empty registry for the scope `@rcss` and for `create-rcss-team`. All other packages come from the registry of the machine's npm
 * configuration, as they do for a user.
 *
 * @returns its address, the folder of the published tarballs, the environment in which npm and pnpm use it, and `stop`
 */
export async function startRegistry(root, work) {
  const { runServer } = await installVerdaccio(root);
  const folder = join(work, 'registry');
  mkdirSync(folder, { recursive: true });
  const storage = join(folder, 'storage');
  const server = await runServer({
    self_path: folder,
    storage,
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: {
      '@rcss/*': { access: '$all', publish: '$all' },
      'create-rcss-team': { access: '$all', publish: '$all' },
    },
    web: { enable: false },
    max_body_size: '200mb',
    log: { type: 'file', path: join(folder, 'log'), format: 'json', level: 'warn' },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  const stop = () => server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${port}/`, storage, env: clientEnvironment(work, port), stop };
}

/** The user's npm configuration with the scope `@rcss` from the registry, and caches of their own. */
function clientEnvironment(work, port) {
  const place = spawnSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).stdout.trim();
  const users = existsSync(place) ? readFileSync(place, 'utf8') : '';
  const userconfig = join(work, 'npmrc');
  // npm publishes only with a token; the registry accepts any.
  const ours = `@rcss:registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=any\n`;
  writeFileSync(userconfig, `${users}\n${ours}`);
  return {
    npm_config_userconfig: userconfig,
    npm_config_cache: join(work, 'npm-cache'),
    npm_config_store_dir: join(work, 'pnpm-store'),
    npm_config_cache_dir: join(work, 'pnpm-cache'),
    npm_config_yes: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
    npm_config_provenance: 'false',
    // npm sets these variables for scripts; every npm below would use them as its own project.
    npm_config_local_prefix: '',
    INIT_CWD: '',
  };
}

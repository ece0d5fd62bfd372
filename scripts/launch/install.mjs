import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stampPath = (root) => join(root, '.rcss', 'install.json');
const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Whether the installed packages are those of the lock file.
 *
 * They are if the package manager finished after the lock file was written, or if the lock file has the contents that
 * {@link rememberInstall} recorded and nothing was installed since.
 */
export function isInstalled(root) {
  const lock = join(root, 'pnpm-lock.yaml');
  const finishedAt = modifiedAt(join(root, 'node_modules', '.modules.yaml'));
  if (finishedAt === undefined) return false;
  if (finishedAt >= modifiedAt(lock)) return true;
  try {
    const stamp = JSON.parse(readFileSync(stampPath(root), 'utf8'));
    return stamp.finishedAt === finishedAt && stamp.lock === hashOf(lock);
  } catch {
    return false;
  }
}

/** Records which lock file the installed packages belong to. */
export function rememberInstall(root) {
  const path = stampPath(root);
  mkdirSync(dirname(path), { recursive: true });
  const finishedAt = modifiedAt(join(root, 'node_modules', '.modules.yaml'));
  writeFileSync(path, JSON.stringify({ lock: hashOf(join(root, 'pnpm-lock.yaml')), finishedAt }));
}

/**
 * The command that runs the pinned pnpm: the installed one if it has the pinned version, else one that npx fetches. A
 * pnpm, yarn or corepack on the search path is never used.
 *
 * @param packageManager Field of package.json, for example `pnpm@10.34.9`.
 */
export function pnpmCommand(root, packageManager) {
  const version = packageManager.replace(/^pnpm@/, '').replace(/\+.*$/, '');
  const installed = join(root, 'node_modules', 'pnpm');
  try {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    if (manifest.version === version) return [process.execPath, join(installed, manifest.bin.pnpm)];
  } catch {
    // Not installed yet.
  }
  return ['npx', '--yes', '--prefer-offline', `pnpm@${version}`];
}

const HINTS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|network/i,
    'The package registry could not be reached. The first run needs the network. Behind a proxy, set HTTPS_PROXY; for ' +
      'another registry, run: npm config set registry URL',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERT_/,
    'The certificate of the package registry is not trusted. Set NODE_EXTRA_CA_CERTS to the certificates of your network.',
  ],
  [/ENOSPC/, 'The disk is full.'],
  [/EACCES|EPERM|EROFS/, 'A file could not be written. Check the owner of this folder and of the npm cache.'],
];

/** What a user can do about a failed installation, from its log; empty if the cause is unknown. */
export function installHint(log) {
  return HINTS.find(([pattern]) => pattern.test(log))?.[1] ?? '';
}

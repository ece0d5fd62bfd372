import { createServer } from 'node:net';
import { CommandLineError, escapeControls } from '@rcss/kit/command-line';
import { type ProcessTree, resolveBin, startProcessTree } from '@rcss/kit/match-runner';

const DEFAULT_WEB_PORT = 8088;

/** The program that shows the match in a browser. */
export interface Page {
  readonly link: string;
  readonly tree: ProcessTree;
}

/**
 * Starts the program that shows a match in a browser, in a separate process, so that spectators do not delay the
 * clock.
 *
 * @param refereeToken Token with which the server accepts the buttons of the referee; empty: it accepts all monitors.
 * @param port Port of the page; null takes 8088, or a free one if that is in use.
 * @throws {CommandLineError} if the page cannot be served.
 */
export async function startPage(
  serverPort: number,
  refereeToken: string,
  port: number | null,
): Promise<Page> {
  const webPort = port ?? ((await isPortFree(DEFAULT_WEB_PORT)) ? DEFAULT_WEB_PORT : 0);
  const bin = resolveBin('monitor-bridge', 'rcss-monitor.js');
  const args = [bin, '--server', `127.0.0.1:${serverPort}`, '--web-port', String(webPort)];
  const command = { file: process.execPath, args, shell: false, cwd: process.cwd() };
  const tree = startProcessTree(command, {
    env: { ...process.env, RCSS_REFEREE_TOKEN: refereeToken },
    output: 'pipe',
  });
  let output = '';
  const link = await new Promise<string | null>((resolve) => {
    for (const stream of [tree.child.stdout, tree.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /https?:\/\/\S+/.exec(output);
        if (found !== null) resolve(found[0]);
      });
    }
    tree.child.once('close', () => resolve(null));
    void tree.ended.then(({ error }) => {
      if (error !== '') resolve(null);
    });
  });
  if (link === null) {
    throw new CommandLineError(`the page cannot be served: ${escapeControls(output.trim()) || 'no message'}`);
  }
  return { link, tree };
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The command that opens a link in the browser of the user. */
export function createOpenCommand(
  link: string,
  platform: NodeJS.Platform = process.platform,
): [string, ...string[]] {
  if (platform === 'darwin') return ['open', link];
  // `start` is part of cmd.exe; its first quoted argument is a window title.
  if (platform === 'win32') return ['cmd.exe', '/d', '/c', 'start', '""', link.replace(/&/g, '^&')];
  return ['xdg-open', link];
}

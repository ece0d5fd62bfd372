import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRoomClient } from '@rcss/client/rooms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoomHost } from '../../../test/room-host.js';
import { parseRoomsFile } from '../rooms-file.js';
import { OPERATIONS } from './operations.js';
import { openRoomServer, type RoomServer } from './room-server.js';

const page = readFileSync(new URL('../../../../../../docs/use/organizer/rooms.md', import.meta.url), 'utf8');
const exampleOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code as string,
  );

const service = createRoomHost();
let server: RoomServer;
beforeAll(async () => {
  server = await openRoomServer(service, { port: 0, host: '127.0.0.1', token: '', reportFault: () => {} });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('docs/use/organizer/rooms.md', () => {
  it.skipIf(!hasCurl)('the curl examples succeed in their order', async () => {
    const script = exampleOf('sh').find((code) => code.includes('curl'))!;
    // The process must serve the requests while curl runs.
    const { spawn } = await import('node:child_process');
    const child = spawn('sh', ['-e', '-c', script], { env: { ...process.env, URL: server.url } });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(0);
    expect(out).toContain('"steps":10');
    expect(await service.list()).toEqual([]);
  });

  it('the TypeScript example gives the results of the page', async () => {
    const code = exampleOf('ts')[0]!.replace(/^import .*$/m, '');
    const AsyncFunction = (async () => {}).constructor as new (
      ...names: string[]
    ) => (...args: unknown[]) => Promise<unknown>;
    const results = await new AsyncFunction('createRoomClient', 'url', `${code}\nreturn results;`)(
      createRoomClient,
      server.url,
    );
    expect(page).toContain(`\`results\` is \`${JSON.stringify(results)}\``);
  });

  it('the example of the file has the defaults', () => {
    const example = parseRoomsFile(exampleOf('yaml')[0]!).result;
    const defaults = parseRoomsFile('version: 1').result;
    if (!example.ok || !defaults.ok) throw new Error('a file is refused');
    expect({ ...example.value, rooms: [] }).toEqual(defaults.value);
  });

  it('the example of teams that a room starts is a valid file', () => {
    expect(parseRoomsFile(`version: 1\n${exampleOf('yaml')[1]}`).result).toMatchObject({ ok: true });
  });

  it('the table has every operation', () => {
    for (const { method, path } of OPERATIONS) {
      const last = path.split('/').at(-1)!.replace('{room}', 'ID').replace('{snapshot}', 'S');
      expect(page, `${method} ${path}`).toMatch(new RegExp(`/${last}\``));
    }
  });
});

describe('the file of --rooms', () => {
  it('is refused with the path of each wrong field', () => {
    const refused = (source: string) => {
      const { result } = parseRoomsFile(source);
      return result.ok ? [] : result.error.map(({ message }) => message);
    };
    expect(refused('version: 1\nworker: 2')).toEqual(['worker is not a known field; did you mean workers?']);
    expect(refused('version: 1\nrooms:\n  - document: { version: 1, seed: x }')).toEqual([
      'rooms[0].document.seed: "x" is not a whole number from -2147483648 to 2147483647',
    ]);
    expect(refused('version: 1\nhttp: { port: 99999 }')).toEqual([
      'http.port: 99999 is not a whole number from 0 to 65535',
    ]);
    expect(refused('version: [1')).toHaveLength(1);
    const list = (item: string) => `[${Array(20).fill(item).join(', ')}]`;
    expect(refused(`a: &a ${list('1')}\nb: &b ${list('*a')}\nc: ${list('*b')}`)).toEqual([
      expect.stringContaining('more than 100 values'),
    ]);
  });

  it('has a line for each field, also for one that is absent', () => {
    const file = parseRoomsFile(
      'version: 1\nhttp:\n  port: 0\nrooms:\n  - id: a\n    document:\n      version: 1\n',
    );
    expect(['http.port', 'rooms[0].document.version', 'http.token', ''].map(file.findGivenLine)).toEqual([
      3,
      7,
      null,
      null,
    ]);
    expect(['rooms[0].document.seed', 'http.token', 'folder'].map(file.findLine)).toEqual([7, 3, null]);
  });
});

/**
 * Counts the cycles that a quiet player gets in real time while another player sends 200 datagrams with 1,170 commands each
 * per cycle: `tsx --conditions=@rcss/source packages/serve/match-server/bench/measure-siege.ts [rcss::max_work_per_cycle]`.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MEASURED_MS = 6800;
const CYCLE_MS = 100;
const HOST = '127.0.0.1';

const budget = process.argv[2] ?? '8000';
const dir = mkdtempSync(join(tmpdir(), 'rcss-siege-'));
const main = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));
const server = spawn('tsx', [
  '--conditions=@rcss/source',
  main,
  'server::port=0',
  'server::coach_port=0',
  'server::olcoach_port=0',
  'server::game_logging=off',
  `server::text_log_dir=${dir}`,
  'rcss::warmup=0',
  `rcss::max_work_per_cycle=${budget}`,
]);
server.stderr.pipe(process.stderr);
const port = await new Promise<number>((resolve) => {
  server.stdout.on('data', (data: Buffer) => {
    const ports = /server::port=(\d+)/.exec(String(data));
    if (ports) resolve(Number(ports[1]));
  });
});

let senseCount = 0;
const quiet = createSocket('udp4');
quiet.on('message', (bytes) => {
  if (bytes.toString('latin1').startsWith('(sense_body')) senseCount += 1;
});
quiet.send('(init Quiet (version 19))\0', port, HOST);

await sleep(2000);
// In a process of its own, so that the flood does not delay the quiet player.
const flood = fileURLToPath(new URL('flooding-player.mjs', import.meta.url));
const loud = spawn(process.execPath, [flood, String(port)]);
await sleep(1500);
const [firstCount, start] = [senseCount, performance.now()];
await sleep(MEASURED_MS);
const cycleCount = Math.round((performance.now() - start) / CYCLE_MS);
process.stdout.write(`budget ${budget}: ${senseCount - firstCount} sense_body in ${cycleCount} cycles\n`);
loud.kill('SIGKILL');
// SIGTERM reaches the server through tsx.
server.kill('SIGTERM');
await new Promise((resolve) => server.once('close', resolve));
quiet.close();
rmSync(dir, { recursive: true, force: true });

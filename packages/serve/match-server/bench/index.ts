/**
 * Measures the server under the load of a match: 22 simple players that turn, dash and kick over UDP, and one
 * monitor. Prints CPU time of the server per step and steps per second. Usage: node --import tsx bench/index.ts
 * [cycles]. Needs a build.
 */
import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cycles = Number(process.argv[2] ?? 3000);
const warmUp = 500;
const program = join(import.meta.dirname, '../../../../apps/server/dist/main.js');

/** CPU seconds that a process has used, read from `/proc`; null if the system has no `/proc`. */
function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

function memory(pid: number): string {
  try {
    return /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function open(
  onText: (text: string, reply: (text: string) => void) => void,
  port: number,
  first: string,
): Socket {
  const socket = createSocket('udp4');
  let to = port;
  socket.on('error', () => {});
  socket.on('message', (bytes, from) => {
    to = from.port;
    onText(bytes.toString('latin1', 0, Math.min(2000, bytes.length)), (text) =>
      socket.send(`${text}\0`, to, '127.0.0.1'),
    );
  });
  socket.bind(0, '127.0.0.1', () => {
    socket.setRecvBufferSize(1 << 20);
    socket.send(`${first}\0`, to, '127.0.0.1');
  });
  return socket;
}

const dir = mkdtempSync(join(tmpdir(), 'rcss-bench-'));
const server = spawn(
  process.execPath,
  [
    program,
    'server::port=0',
    'server::coach_port=0',
    'server::olcoach_port=0',
    'server::synch_mode=on',
    'server::auto_mode=on',
    'server::half_time=-1',
    'server::kick_off_wait=5',
    'server::random_seed=1',
    `server::game_log_dir=${dir}`,
    `server::text_log_dir=${dir}`,
  ],
  {
    cwd: dir,
    env: { ...process.env, RCSS_CONF_DIR: join(dir, 'conf') },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const port = await new Promise<number>((resolve) => {
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
    if (output.includes('CTRL-C')) resolve(Number(/server::port=(\d+)/.exec(output)?.[1]));
  });
});

let step = 0;
let started = 0;
let cpuAtStart: number | null = 0;
const sockets: Socket[] = [];
const finished = new Promise<void>((resolve) => {
  for (let i = 0; i < 22; i++) {
    let unum = 0;
    let ball = 0;
    sockets.push(
      open(
        (text, reply) => {
          if (text.startsWith('(init ')) unum = Number(text.split(' ')[2]);
          else if (text.startsWith('(see '))
            ball = Number(/\(\(b\) [-\d.]+ (-?\d+)[ )]/.exec(text)?.[1] ?? ball);
          else if (text.startsWith('(think)')) {
            if (i === 0) {
              step += 1;
              if (step === warmUp) {
                started = performance.now();
                cpuAtStart = cpuSeconds(server.pid!);
              } else if (step === warmUp + cycles) resolve();
            }
            const body =
              step < 3
                ? `(move ${-5 - 4 * unum} ${6 * unum - 36})`
                : step % 3 === 0
                  ? `(turn ${ball + i})`
                  : '(dash 60)';
            reply(`${body}(turn_neck ${(step % 5) * 10 - 20})(done)`);
          }
        },
        port,
        `(init ${i < 11 ? 'Left' : 'Right'} (version 19)${i % 11 === 0 ? ' (goalie)' : ''})`,
      ),
    );
  }
  sockets.push(open(() => {}, port, '(dispinit version 5)'));
});
await finished;
const seconds = (performance.now() - started) / 1000;
const cpu = cpuSeconds(server.pid!);
const peak = memory(server.pid!);
server.kill('SIGINT');
for (const socket of sockets) socket.close();
await new Promise((resolve) => server.once('exit', resolve));
rmSync(dir, { recursive: true, force: true });
console.log(
  `server under load: ${Math.round(cycles / seconds)} steps/s over UDP with 22 players and a monitor`,
);
if (cpu !== null && cpuAtStart !== null)
  console.log(`CPU of the server: ${(((cpu - cpuAtStart) / cycles) * 1000).toFixed(2)} ms per step`);
if (peak !== '') console.log(`peak memory of the server: ${(Number(peak) / 1024).toFixed(0)} MB`);

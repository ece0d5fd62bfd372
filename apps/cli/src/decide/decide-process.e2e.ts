import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createChasers from '@rcss/agent/chasers';
import { createRecordingWriter, readRecording } from '@rcss/simulator/recording';
import { expect, it } from 'vitest';
import { isRunning } from '../../test/is-running.js';
import { recordMatch } from '../../test/record-match.js';
import { decideRecorded } from './program.js';

/** A program that turns every player by its number. */
const PROGRAM = `
let bytes = Buffer.alloc(0);
const send = (message) => {
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(text.length);
  process.stdout.write(Buffer.concat([head, text]));
};
process.stdin.on('data', (piece) => {
  bytes = Buffer.concat([bytes, piece]);
  while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE()) {
    const length = bytes.readUInt32BE();
    const message = JSON.parse(bytes.subarray(4, 4 + length));
    bytes = bytes.subarray(4 + length);
    if (message.type === 'start') send({ type: 'ready', version: 1, decides: ['play'] });
    const { id, world } = message;
    if (message.type === 'decide')
      send({ type: 'action', id, action: { kind: 'turn', reason: 'own', body: { type: 'turn', moment: JSON.parse(process.env.RCSS_OPTIONS).factor * world.unum } } });
  }
});
`;

it('rcss decide asks a program, and ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  try {
    const chasers = { create: createChasers };
    const bytes = await recordMatch({ ...chasers, name: 'Alpha' }, { ...chasers, name: 'Beta' }, 60);
    const path = join(folder, 'match.rec');
    writeFileSync(path, bytes);
    const program = join(folder, 'team.mjs');
    writeFileSync(program, PROGRAM);
    const who = { side: 'r', unum: 6, last: { time: 40, stoppageTime: 0 } } as const;
    const decide = `"${process.execPath}" "${program}"`;
    const report = await decideRecorded(path, who, {
      ...{ decide, set: ['factor=10'], seed: 0 },
      ...{ limit: 20, connectTimeout: 20, singlePort: false },
    });
    expect(report.last!.decided[0]).toBe('(turn 60)');
    expect(report.decidedTexts![0]).toBe('turn: own');
    expect(report.others).toBeGreaterThan(20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('rcss decide refuses a recording with a state that is not one, in a sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  try {
    const chasers = { create: createChasers };
    const recorded = await recordMatch({ ...chasers, name: 'Alpha' }, { ...chasers, name: 'Beta' }, 20);
    const opened = readRecording(recorded);
    if (!opened.ok) throw new Error(opened.error.message);
    const writer = createRecordingWriter(opened.value.header);
    for (let entry = opened.value.nextEntry(), steps = 0; entry !== null; entry = opened.value.nextEntry()) {
      if (entry.do === 'step') steps += 1;
      // Where commands are expected.
      if (entry.do === 'player' && steps === 12) writer.add({ do: 'scene', scene: null as never });
      writer.add(entry);
    }
    const path = join(folder, 'match.rec');
    writeFileSync(path, writer.takeBytes());
    const who = { side: 'r', unum: 6, last: { time: 15, stoppageTime: 0 } } as const;
    const options = { seed: 0, limit: 20, connectTimeout: 20, singlePort: false };
    await expect(decideRecorded(path, who, { ...options, module: '@rcss/agent/chasers' })).rejects.toThrow(
      /match\.rec: the recording is damaged: scene cannot be executed: /,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('Ctrl-C ends rcss decide also if a module has an endless loop: nothing waits for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  try {
    const chasers = { create: createChasers };
    const path = join(folder, 'match.rec');
    writeFileSync(path, await recordMatch({ ...chasers, name: 'Alpha' }, { ...chasers, name: 'Beta' }, 10));
    const module = join(folder, 'team.mjs');
    const handlers = "process.listenerCount('SIGINT') + ' handlers'";
    writeFileSync(module, `export default () => { throw new Error(${handlers}); };`);
    const options = { seed: 0, limit: 20, connectTimeout: 20, singlePort: false, module };
    const who = { side: 'r', unum: 6, last: { time: 5, stoppageTime: 0 } } as const;
    await expect(decideRecorded(path, who, options)).rejects.toThrow(
      `${process.listenerCount('SIGINT')} handlers`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('Ctrl-C ends rcss decide and a program that has not answered to its start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  try {
    const chasers = { create: createChasers };
    const path = join(folder, 'match.rec');
    writeFileSync(path, await recordMatch({ ...chasers, name: 'Alpha' }, { ...chasers, name: 'Beta' }, 10));
    const program = join(folder, 'busy.cjs');
    const pid = join(folder, 'pid');
    const code = `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); for (;;);`;
    writeFileSync(program, code);
    const who = { side: 'r', unum: 6, last: { time: 5, stoppageTime: 0 } } as const;
    const options = { seed: 0, limit: 20, connectTimeout: 20, singlePort: false };
    const decided = decideRecorded(path, who, { ...options, decide: `"${process.execPath}" "${program}"` });
    const refused = expect(decided).rejects.toThrow('ended by a signal');
    await expect
      .poll(() => existsSync(pid) && Number(readFileSync(pid, 'utf8')), { timeout: 20_000 })
      .toBeGreaterThan(0);
    process.emit('SIGINT');
    await refused;
    await expect.poll(() => isRunning(Number(readFileSync(pid, 'utf8'))), { timeout: 20_000 }).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

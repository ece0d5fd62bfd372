#!/usr/bin/env node
/**
 * Compares programs that read the same game log, as whole processes that take turns:
 *   node bench/compare-programs.mjs --rounds 5 LOG 'NAME=COMMAND' …
 * COMMAND is run by a shell; $LOG is a link to the log in the folder $OUT, into which the programs write. Prints the median, least and largest
 * wall and processor time of each program, and the size of what it wrote. Linux and macOS.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const [log, ...texts] = positionals;
if (log === undefined || texts.length === 0) {
  console.error("Usage: compare-programs.mjs [--rounds N] LOG 'NAME=COMMAND' ...");
  process.exit(2);
}
const programs = texts.map((text) => {
  const at = text.indexOf('=');
  return { name: text.slice(0, at), command: text.slice(at + 1), wall: [], cpu: [], bytes: 0 };
});

/** Processor time of a shell and of what it ran, s, from the output of `times`: user and system, of the shell and of its children. */
function parseTimes(text) {
  const parts = [...text.matchAll(/(\d+)m([\d.]+)s/g)].slice(-4);
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

function runOnce(program) {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-compare-'));
  try {
    const link = join(folder, basename(log));
    symlinkSync(resolve(log), link);
    const begin = performance.now();
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `{ ${program.command}; } > "$STDOUT"; code=$?; times >&2; exit $code`],
      {
        env: { ...process.env, LOG: link, OUT: folder, STDOUT: join(folder, 'stdout') },
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    program.wall.push((performance.now() - begin) / 1000);
    if (status !== 0)
      throw new Error(`${program.name} ended with exit code ${status}: ${stderr.slice(-500)}`);
    program.cpu.push(parseTimes(stderr));
    program.bytes = readdirSync(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summarize(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const show = (value) => value.toFixed(2);
  return `${show(sorted[Math.floor(sorted.length / 2)])} (${show(sorted[0])} to ${show(sorted.at(-1))})`;
}

// The first round fills the caches of files.
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const program of programs) {
    runOnce(program);
    if (round === 0) Object.assign(program, { wall: [], cpu: [] });
  }
}
const megabytes = statSync(log).size / 1e6;
console.log(
  `${megabytes.toFixed(1)} MB, ${values.rounds} rounds\n| program | wall time, s | processor time, s | output, MB |`,
);
for (const { name, wall, cpu, bytes } of programs)
  console.log(`| ${name} | ${summarize(wall)} | ${summarize(cpu)} | ${(bytes / 1e6).toFixed(1)} |`);

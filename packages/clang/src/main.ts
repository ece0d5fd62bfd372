#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCli } from './cli.js';

process.exitCode = runCli(process.argv.slice(2), {
  read: (file) => {
    try {
      return readFileSync(file === '-' ? 0 : file, 'latin1');
    } catch {
      return null;
    }
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

#!/usr/bin/env node
try {
  await import('../dist/main.js');
} catch (error) {
  // Without free file descriptors, not even the program can be read.
  if (!['EMFILE', 'ENFILE'].includes(error.code)) throw error;
  console.error(`rcss-server: too many open files (${error.code}); allow more, such as ulimit -n 4096`);
  process.exitCode = 1;
}

import { program } from './cli.js';

process.exitCode = await program.run(process.argv.slice(2));
// Sockets of clients that never answer must not keep the process alive.
process.exit();

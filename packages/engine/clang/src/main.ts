import { program } from './cli.js';

process.exitCode = await program.run(process.argv.slice(2));

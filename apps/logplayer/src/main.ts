import { runMain } from '@rcss/kit/command-line';
import { program } from './cli.js';

process.exitCode = await runMain('rcss-log', () => program.run(process.argv.slice(2)));

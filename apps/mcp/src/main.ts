import { runMain } from '@rcss/kit/command-line';
import { program } from './cli.js';

process.exitCode = await runMain('rcss-mcp', () => program.run(process.argv.slice(2)));

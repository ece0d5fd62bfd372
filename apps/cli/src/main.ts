import { runMain } from '@rcss/kit/command-line';
import { runRcss } from './rcss.js';

process.exitCode = await runMain('rcss', () => runRcss(process.argv.slice(2)));
process.exit();

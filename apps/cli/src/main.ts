import { runRcss } from './rcss.js';

process.exitCode = await runRcss(process.argv.slice(2));
process.exit();

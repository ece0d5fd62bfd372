/** Log files on disk, for Node. */
export { openLogFile } from './log-file.js';

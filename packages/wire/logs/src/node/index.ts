/** Log files on disk, for Node. */
export {
  openLogFile,
  readLogFile,
  readTextLogFile,
  type WriteLogFileOptions,
  writeLogFile,
} from './log-file.js';

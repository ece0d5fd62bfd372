/** Streams and files of a program: output that appears when it is complete, progress, errors of the file system in one line. */
export {
  createLogFileError,
  type FileOutput,
  findModificationTime,
  getProcessIo,
  type Io,
  OutputClosedError,
  type OutputOptions,
  openOutput,
  readFileBytes,
  readText,
  reportError,
  reportProblems,
  writeOutput,
} from '../files/io.js';
export { createPrintableIo } from '../files/printable-io.js';
export { clearBeforeOutput, createLogProgress, type LogProgress } from '../files/progress.js';
export { removeUnfinishedOnSignal } from '../files/unfinished-files.js';

/** Streams and files of a program: output that appears when it is complete, progress, errors of the file system in one line. */
export {
  createFileError,
  findModificationTime,
  getProcessIo,
  type Io,
  type Output,
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
export { clearBeforeOutput, createProgress, type Progress } from '../files/progress.js';
export { removeUnfinishedOnSignal } from '../files/unfinished-files.js';

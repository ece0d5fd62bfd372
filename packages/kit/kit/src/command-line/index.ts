export { CommandLineError } from './command-line-error.js';
export { EXIT } from './exit.js';
export { type ProcessStreams, runMain } from './main-program.js';
export { makeFolder, makeFolderOf } from './make-folder.js';
export { describeOpenFiles } from './open-files.js';
export { createIntegerParser, parsePort, parseTeamName } from './options.js';
export { escapeControls, escapeText, formatJson } from './printable.js';
export {
  type CommandLineProgram,
  createProgram,
  describeVerb,
  type Output,
  type ProgramDescription,
  refuseOptions,
  runProgram,
} from './program.js';
export { waitForSignal } from './signals.js';

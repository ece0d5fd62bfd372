export { EXIT } from './exit.js';
export { integerOption, portOption, teamNameOption } from './options.js';
export { escapeControls } from './printable.js';
export {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  describeVerb,
  type Output,
  type ProgramDescription,
  refuseOptions,
  runProgram,
} from './program.js';
export { untilSignal } from './signals.js';

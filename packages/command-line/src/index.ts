export { EXIT } from './exit.js';
export { integerOption, portOption, teamNameOption } from './options.js';
export { escapeControls } from './printable.js';
export {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  type Output,
  type ProgramDescription,
  runProgram,
} from './program.js';

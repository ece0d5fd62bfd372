/** The commands of all roles as data: tables, forms, checks. */
export {
  COMMAND_FIELDS,
  type CommandField,
  type CommandFieldName,
  type CommandFieldValue,
  type CommandKind,
  type FieldFault,
} from '../command-fields.js';
export { type CommandForm, describeCommandForm, type FormPart, readCommandForm } from '../command-form.js';
export {
  COACH_COMMANDS,
  COMMANDS,
  type CommandCounter,
  type CommandHandlers,
  type CommandRole,
  type CommandRow,
  type CommandSlot,
  findCommandFault,
  MONITOR_COMMANDS,
  PLAYER_COMMANDS,
  TRAINER_COMMANDS,
} from '../command-table.js';

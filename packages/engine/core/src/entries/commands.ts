/** The commands of all roles as data: tables, forms, checks. */
export { type FieldFault, findCommandFault } from '../command-check.js';
export { COMMAND_FIELD_DOCS } from '../command-field-docs.js';
export {
  COMMAND_FIELDS,
  type CommandField,
  type CommandFieldName,
  type CommandKind,
} from '../command-fields.js';
export { type CommandForm, describeCommandForm, type FormPart, readCommandForm } from '../command-form.js';
export { completePlayerCommand } from '../command-input.js';
export {
  COACH_COMMANDS,
  COMMANDS,
  type CommandCounter,
  type CommandHandlers,
  type CommandRole,
  type CommandRow,
  type CommandSlot,
  MONITOR_COMMANDS,
  PLAYER_COMMANDS,
  TRAINER_COMMANDS,
} from '../command-table.js';

/** A match as a document: schema, checks that name the field, JSON Schema. */
export {
  booleanField,
  integerField,
  type NumberRange,
  numberField,
  objectField,
  teamNameField,
  wordField,
} from './fields.js';
export { createJsonSchema, type JsonSchema, matchDocumentJsonSchema } from './json-schema.js';
export { checkWithSchema, findDepthProblem, printMatchDocument } from './match-document.js';
export { parametersField as parametersSchema } from './parameter-fields.js';
export { type DocumentProblem, explainIssues, formatPath } from './problems.js';
export {
  sceneField as sceneSchema,
  scenePlayerField as scenePlayerSchema,
  stopConditionsField as stopConditionsSchema,
} from './scene-fields.js';
export { matchDocumentSchema } from './schema.js';
export {
  addTeamOptions,
  mergeOptions,
  TEAM_OPTIONS_VARIABLE,
  type TeamOptionValues,
} from './team-options.js';

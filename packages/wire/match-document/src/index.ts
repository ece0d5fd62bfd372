/** A match as a document: schema, checks that name the field, JSON Schema. */
export {
  matchDocumentJsonSchema,
  parseMatchDocument,
  parseScene,
  parseStopConditions,
  printMatchDocument,
} from './match-document.js';
export { type DocumentProblem, explainIssues } from './problems.js';
export { sceneField as sceneSchema, stopConditionsField as stopConditionsSchema } from './scene-fields.js';
export { matchDocumentSchema } from './schema.js';

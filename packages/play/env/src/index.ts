/** Learning environments: batches of matches with observations, actions and rewards as typed arrays. See the README. */
export type { ActionOptions } from './action/action.js';
export type { ExtraCommands } from './action/extra-command-options.js';
export { Batch, createBatch } from './batch.js';
export type { BatchChanges, BatchOptions } from './batch-options.js';
export { ActionError } from './check-actions.js';
export type { EpisodeState } from './episode.js';
export { type Field, fieldIndex } from './layout.js';
export type { SavedMatch } from './match-slot.js';
export type { ExtraSenses, HearOptions } from './observation/extra-sense-options.js';
export type { ObservationOptions } from './observation/observation.js';
export type { Controller, ControllerChoice, ControllerOptions } from './others/controller.js';
export { type PolicyDocument, PolicyError, type PolicyLayer } from './others/policy-document.js';
export type { ControllerResult } from './others/results.js';
export type { SayOptions } from './say-channel.js';
export type { AgentSlot } from './scenario.js';

/** The tools of the simulator for language models, as a library. See the README. */

export { type ArenaMatch, type ArenaOptions, type ArenaResult, playArena } from './arena.js';
export { type HttpEndpoint, serveHttp } from './http-server.js';
export { type CallLimits, DEFAULT_LIMITS } from './limits.js';
export type { MatchStore, OpenMatch, SavedMoment } from './match-store.js';
export { type OpenEnvEndpoint, serveOpenEnv } from './open-env/open-env-server.js';
export { findIsolation, type Isolation, type IsolationKind } from './sandbox/isolation.js';
export { OutcomeMeter } from './sandbox/outcome-meter.js';
export type {
  Branch,
  BuiltInTeam,
  Continuation,
  ContinuationPlan,
  FollowedAdvice,
  Order,
  PlayResult,
  ProgramChange,
  Recipe,
  TeamSpec,
} from './sandbox/tasks.js';
export { createMcpServer } from './server.js';
export { type CallContext, Simulator } from './simulator.js';
export { createStdioTransport } from './stdio-transport.js';
export type { AllowedPrograms, ContinueQuestion, ProgramQuestion } from './team-programs.js';
export { ToolError } from './tool-error.js';
export type { WorkFolder } from './work-folder.js';

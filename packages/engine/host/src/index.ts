/** Sessions of a match: which client receives which message, and when. */
export { broadcast, describeSpeaker, type NamedSpeaker } from './broadcast.js';
export {
  type ClientSession,
  type Clients,
  type CoachSession,
  clearDone,
  countClients,
  countParticipants,
  countPlayerSessions,
  createClients,
  findSession,
  hasClientInput,
  type KnownTile,
  listCoaches,
  type MonitorSession,
  type PlayerSession,
  type TrainerSession,
  updateTeamNames,
} from './clients.js';
export { createHost, type Host, type HostHooks, type HostOptions } from './host.js';
export type { ClientRole, Link, Observer, PreparedLink, Visitor } from './link.js';
export { attachMonitor, sendFrame } from './monitor.js';
export type { ObservationBuffers } from './observation-buffers.js';
export { attachCoach, greetCoach, handleCoachRequest } from './online-coach.js';
export {
  type Clock,
  type Cycles,
  DecisionClock,
  findEnd,
  MAX_MATCH_STEPS,
  MatchRun,
  MatchWithoutEndError,
  type OpenSeats,
  playLater,
  playMatch,
  playNow,
  runCycles,
  type Seats,
  type Wait,
} from './play-match.js';
export { attachPlayer, greetPlayer, handlePlayerRequest } from './player.js';
export { handlePlayerPortRequest } from './player-port.js';
export { type ClientPort, type PollParts, poll } from './poll.js';
export { PollOrder } from './poll-order.js';
export { readFeatures, readSession } from './read-session.js';
export { sendToMonitors } from './replies.js';
export { createSensePhases, sendCoachVision, sendSee, sendSenses } from './senses.js';
export { handleTrainerRequest } from './trainer.js';
export { WriterPool } from './writer-pool.js';

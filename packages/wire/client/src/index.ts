/** Connections of players, online coaches and trainers. UDP, timers and compression are in `@rcss/client/node`. */
export {
  type CoachClient,
  type CoachClientOptions,
  createCoachClient,
  createTrainerClient,
  type TrainerClient,
} from './coach-client.js';
export { createInProcessTransport, type InProcessPeer } from './in-process.js';
export {
  createPlayerClient,
  getPlayModeAfter,
  type PlayerClient,
  type PlayerClientOptions,
  type PlayerIdentity,
} from './player-client.js';
export {
  type CloseReason,
  type EventsOf,
  Session,
  type SessionCodec,
  type SessionEvents,
  type SessionOptions,
  type SessionState,
} from './session.js';
export type { Timers, Transport, TransportFailure, TransportReceiver } from './transport.js';
export {
  createWebSocketTransport,
  type MessageCompression,
  type WebSocketClass,
  type WebSocketLike,
  type WebSocketTransportOptions,
} from './websocket.js';

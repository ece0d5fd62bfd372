/** Matches between teams in this process: no sockets, no clock; for tests, learning, tools and pages. */
export { ClientHost } from '../local/client-host.js';
export {
  type CoachSlot,
  type Delivery,
  type LocalClients,
  LocalTeamError,
  type PlayerSlot,
} from '../local/connect.js';
export {
  createLocalMatch,
  LocalMatch,
  type LocalMatchOptions,
  type LocalMatchResult,
  type LocalTeam,
} from '../local/local-match.js';
export { DecodedReceiver, findDecodedReceiver } from '../team/decoded-messages.js';

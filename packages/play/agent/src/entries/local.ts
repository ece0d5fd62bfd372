/** Matches between teams in this process: no sockets, no clock; for tests, learning, tools and pages. */
export {
  ClientHost,
  type CoachSlot,
  type LocalTeam,
  type ModuleSeats,
  type PlayerSlot,
} from '../local/client-host.js';
export {
  createLocalMatch,
  createLocalSpec,
  LocalMatch,
  type LocalMatchOptions,
  type LocalSpecOptions,
} from '../local/local-match.js';
export { MatchLog } from '../local/match-log.js';
export { LocalTeamError } from '../local/team-link.js';
export { DecodedReceiver, findDecodedReceiver } from '../team/decoded-messages.js';

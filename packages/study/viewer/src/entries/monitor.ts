/** Data of a live match from the messages of a monitor, and commands of the referee as messages; without a browser. */

export { type HistoryChange, MatchHistory } from '../match-history.js';
export { describeRefereeCommand, encodeRefereeCommand } from '../referee-datagrams.js';

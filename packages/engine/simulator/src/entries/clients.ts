/** Connections and commands of coaches, trainer and monitors, and reconnection and removal of players. */

export {
  connectCoach,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  nameForOpponents,
  reconnectPlayer,
  releaseCoach,
  removePlayer,
} from '../connections.js';
export { applyCoachCommand } from '../execute-coach-command.js';
export { applyMonitorCommand } from '../execute-monitor-command.js';

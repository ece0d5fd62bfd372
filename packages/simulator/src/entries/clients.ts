/** Connections and commands of coaches, trainer and monitors, and reconnection and removal of players. */
export { applyCoachCommand } from '../coach-commands.js';
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
export { applyMonitorCommand } from '../monitor-commands.js';

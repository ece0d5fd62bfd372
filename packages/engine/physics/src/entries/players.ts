/** Player slots: entering and leaving, types, recovery, and placement by trainers and monitors. */

export { placeBallByTrainer, placePlayerByMonitor, placePlayerByTrainer } from '../placement.js';
export {
  appointGoalie,
  enterField,
  initializePlayers,
  leaveField,
  refuseEntry,
  returnToField,
  setPlayerType,
} from '../roster.js';
export { recoverPlayers, refillStaminaCapacity } from '../stamina.js';

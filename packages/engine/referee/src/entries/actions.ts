/** Actions of trainers, monitors and the automatic mode through the referee. */
export { callMonitorFoul } from '../monitor-foul.js';
export { setPlayMode } from '../play-mode-change.js';
export { giveCard } from '../rules/cards.js';
export { callKickOff } from '../rules/kick-off.js';

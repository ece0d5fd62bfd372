/** Commands of a player: one function per command, executed on reception (spec 05 §5.2). */

export { clearAttention, findAttentionTarget, setAttention } from '../attention.js';
export { catchBall } from '../catch.js';
export { chestTrap } from '../chest-trap.js';
export { dash, dashLeg } from '../dash.js';
export { kick } from '../kick.js';
export { type MoveOutcome, movePlayer } from '../move-player.js';
export { isArmMovable, pointTo, pointToOff } from '../pointto.js';
export { tackle } from '../tackle.js';
export { turn, turnNeck } from '../turn.js';
export { changeFocus, changeView, MAX_FOCUS_DIST, switchToSynchSee } from '../view.js';

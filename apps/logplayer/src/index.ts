export { Player, type PlayerListener, type PlayerOptions } from './play/player.js';

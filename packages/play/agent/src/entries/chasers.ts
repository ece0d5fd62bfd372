/** The small agents of the manuals, a simple opponent: the default export is a team module. */
export { Chaser } from '../chaser/chaser.js';
export { createChasers, createChasers as default } from '../chaser/chaser-team.js';

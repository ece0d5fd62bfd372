/** The phases of a server cycle besides `step`: sense_body, vision, audio and the automatic mode. */
export { runAutoMode } from '../auto-mode.js';
export { runAudio, runSenseBody, runVision } from '../perception.js';

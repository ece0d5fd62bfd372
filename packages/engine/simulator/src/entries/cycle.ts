/** The phases of a server cycle besides `step`: sense_body, vision, audio and the automatic mode; and the clock that decides which are due. */
export { runAutoMode } from '../auto-mode.js';
export { runAudio, runSenseBody, runVision } from '../perception.js';
export { PASS_MS, PhaseSchedule, type Phases } from '../phase-schedule.js';

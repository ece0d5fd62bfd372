/** Parts of a log player: position in the logs, monitors, control over keys, scripts and a page, recording. */
export { PortError } from '@rcss/kit/udp';
export { ControlServer } from '../play/control-server.js';
export { MonitorServer } from '../play/monitor-server.js';
export { DEFAULT_INTERVAL_MS, MAX_PLAY_INTERVAL_MS, MIN_PLAY_INTERVAL_MS } from '../play/playback.js';
export { ShowPlayer } from '../play/player.js';
export { Recorder } from '../play/recorder.js';
export { ScriptRunner } from '../play/script-runner.js';
export { PlayTerminal } from '../play/terminal.js';

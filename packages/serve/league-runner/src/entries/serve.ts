/** Shows a run in the browser, while it goes on and afterwards. */
export { chooseLogPlaces } from '../logs/choose-places.js';
export { LiveRun } from '../serve/live-run.js';
export { openLiveServer } from '../serve/live-server.js';
export { readPageScripts } from '../serve/viewer-scripts.js';
export { Uploads } from '../uploads/uploads.js';

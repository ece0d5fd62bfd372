/** What the program needs beside the main entry: names of servers, positions as text. */
export { checkServerHost } from '../bridge.js';
export { getServerHost } from '../monitor-link.js';
export { printPositions } from '../print-positions.js';

/** The parts that need Node: UDP, timers and compression. */
import type { Timers } from './transport.js';

export { nodeCompression } from './node-compression.js';
export { createUdpTransport, type UdpOptions } from './udp.js';

export const nodeTimers: Timers = {
  every: (ms, action) => {
    const timer = setInterval(action, ms);
    return () => clearInterval(timer);
  },
};

/** The parts that need Node: UDP and timers. */
import type { Timers } from './transport.js';

export { createUdpTransport, type UdpOptions } from './udp.js';

/** Timers of Node. */
export const nodeTimers: Timers = {
  every: (ms, action) => {
    const timer = setInterval(action, ms);
    return () => clearInterval(timer);
  },
};

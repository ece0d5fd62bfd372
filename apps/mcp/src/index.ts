/** The tools of the simulator for the Model Context Protocol, as a library. See the README. */
export { type HttpEndpoint, serveHttp } from './http-server.js';
export { type CallLimits, DEFAULT_LIMITS } from './limits.js';
export { createMcpServer } from './server.js';
export { Simulator } from './simulator.js';

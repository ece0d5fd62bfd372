export { type Access, type AccessHeaders, type AccessProblem, findAccessProblem } from './access.js';
export { isHostAllowed, isLoopback, isOriginAllowed } from './host.js';
export { createLimitedServer, type HttpLimits, releaseUpgradedSocket } from './limited-server.js';
export { createToken, isSameToken, readBearerToken } from './token.js';

export { type Configuration, type ConfigurationValues, createConfiguration } from './config/configuration.js';
export type { ConsoleOutput } from './console-output.js';
export { freePorts } from './free-ports.js';
export { type SoccerServer, StartError, startServer } from './soccer-server.js';

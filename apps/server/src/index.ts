export { type Configuration, type ConfigurationValues, createConfiguration } from './config/configuration.js';
export type { ConsoleOutput } from './console-output.js';
export {
  type RunningMatch,
  type SoccerServer,
  StartError,
  startServer,
} from './lifecycle/start-server.js';
export type { ServerPorts } from './net/network.js';
export type { Ending, LogPaths } from './run-state.js';

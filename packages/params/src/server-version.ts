/** Server version that existing programs expect, in configuration files, logs and the first line of output. */
export const SERVER_VERSION = '19.0.0';

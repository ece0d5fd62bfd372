/** Version of the server that the field's programs expect: it stands in configuration files, logs and the first line of output. */
export const SERVER_VERSION = '19.0.0';

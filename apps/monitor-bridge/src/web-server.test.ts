import { expect, test } from 'vitest';
import { createWebServer } from './web-server.js';

test('a connection that fails, for example without a free file descriptor, does not end the server', () => {
  const server = createWebServer({
    script: '',
    host: '127.0.0.1',
    allowedOrigins: [],
    getStatus: () => ({}),
    getLog: () => {
      throw new Error('not requested');
    },
  });
  expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
});

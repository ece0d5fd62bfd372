import { expect, test } from 'vitest';
import { pickTeamEnvironment } from './team-environment.js';

test('a team inherits paths, language and run-time systems, and no secrets', () => {
  const environment = {
    PATH: '/usr/bin',
    LC_ALL: 'C.UTF-8',
    JAVA_HOME: '/opt/java',
    Path: 'C:\\bin',
    AWS_SECRET_ACCESS_KEY: 'secret',
    QUEUE: 'redis://:password@10.0.0.5',
    RCSS_HTTP_TOKEN: 'token',
    RCSS_REFEREE_TOKEN: 'token',
    NODE_OPTIONS: '--inspect',
  };
  expect(pickTeamEnvironment(environment)).toEqual({
    PATH: '/usr/bin',
    LC_ALL: 'C.UTF-8',
    JAVA_HOME: '/opt/java',
    Path: 'C:\\bin',
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createToken,
  findAccessProblem,
  isHostAllowed,
  isLoopback,
  isOriginAllowed,
  isSameToken,
  readBearerToken,
} from './index.js';

test('localhost, 127.x.x.x and ::1 are loopback, other names and addresses are not', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]']) {
    expect(isLoopback(host), host).toBe(true);
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '']) {
    expect(isLoopback(host), host).toBe(false);
  }
});

test('on loopback only requests for a loopback name are served, with or without a port', () => {
  for (const host of ['localhost', 'localhost:80', '127.0.0.1:6080', '[::1]:6080', '[::1]']) {
    expect(isHostAllowed(host, '127.0.0.1'), host).toBe(true);
  }
  for (const host of [undefined, '', 'rebinding.example.org:6080', '[2001:db8::1]:80']) {
    expect(isHostAllowed(host, '127.0.0.1'), host).toBe(false);
  }
  expect(isHostAllowed('match.example.org', '0.0.0.0')).toBe(true);
});

test('pages of the same host and port and allowed pages may send requests', () => {
  const host = '127.0.0.1:6080';
  expect(isOriginAllowed({ host })).toBe(true);
  expect(isOriginAllowed({ host, origin: 'http://127.0.0.1:6080' })).toBe(true);
  expect(isOriginAllowed({ host, origin: 'http://127.0.0.1:6081' })).toBe(false);
  expect(isOriginAllowed({ host, origin: 'null' })).toBe(false);
  expect(isOriginAllowed({ host, origin: 'https://a.example' }, ['https://a.example'])).toBe(true);
});

test('only the same token is accepted', () => {
  const token = createToken();
  expect(token).toMatch(/^[-\w]{16}$/);
  expect(createToken()).not.toBe(token);
  expect(isSameToken(token, token)).toBe(true);
  for (const other of [`${token}x`, token.slice(1), '', undefined, 5]) {
    expect(isSameToken(other, token)).toBe(false);
  }
});

test('a bearer token is read from the authorization header', () => {
  expect(readBearerToken('Bearer abc')).toBe('abc');
  expect(readBearerToken('bearer  abc ')).toBe('abc');
  for (const header of [undefined, '', 'Bearer', 'Basic abc', 'Bearer a b']) {
    expect(readBearerToken(header)).toBeUndefined();
  }
});

test('a request is refused with 403 for its host or origin and with 401 for its token', () => {
  const access = { host: '127.0.0.1', token: 'secret-token' };
  const authorization = 'Bearer secret-token';
  const host = 'localhost:8080';
  expect(findAccessProblem({ host, authorization }, access)).toBeNull();
  expect(findAccessProblem({ host: 'a.example', authorization }, access)?.status).toBe(403);
  expect(findAccessProblem({ host, authorization, origin: 'http://a.example' }, access)?.status).toBe(403);
  expect(findAccessProblem({ host }, access)?.status).toBe(401);
  expect(findAccessProblem({ host, authorization: 'Bearer other' }, access)?.status).toBe(401);
  expect(findAccessProblem({ host }, { ...access, token: '' })).toBeNull();
});

test('the example of the README accepts the right token and refuses a request without one', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const code = /```ts\n(import [^\n]*'@rcss\/kit\/http-access';\n[\s\S]*?)```/
    .exec(readme)![1]!
    .replace(/^import .*$/m, '');
  const reports: unknown[] = [];
  new Function('findAccessProblem', 'report', code)(findAccessProblem, (value: unknown) =>
    reports.push(value),
  );
  expect(reports).toMatchObject([null, { status: 401 }]);
});

import { DEFAULT_EXTENSION_PARAMS } from '@rcss/params/program';
import { expect, it } from 'vitest';
import { findNetworkProblems, parsePortRange } from './network-problems.js';

const find = (values: Partial<typeof DEFAULT_EXTENSION_PARAMS>) =>
  findNetworkProblems({ ...DEFAULT_EXTENSION_PARAMS, ...values });

it.each([
  '',
  '0.0.0.0',
  '192.168.1.5',
  '::',
  '::1',
  'fe80::1%eth0',
  'localhost',
  'field-2.example.org',
  '3com.com',
])('rcss::bind_address may be %j', (bind_address) => {
  expect(find({ bind_address })).toEqual([]);
});

it.each(['300.1.1.1', '10.0.0', '1', '-a', 'a-', 'a..b', 'a b', '[::1]', '127.0.0.1:6000', 'x'.repeat(254)])(
  'rcss::bind_address may not be %j',
  (bind_address) => {
    expect(find({ bind_address })).toEqual([
      `rcss::bind_address: '${bind_address}' is not an address; give an IPv4 or IPv6 address of this machine or its name, such as 0.0.0.0, 192.168.1.5, ::, ::1 or localhost`,
    ]);
  },
);

it('rcss::client_ports is a range of ports', () => {
  expect(parsePortRange('40000-40100')).toEqual({ first: 40000, last: 40100 });
  expect(parsePortRange('65535-65535')).toEqual({ first: 65535, last: 65535 });
  for (const client_ports of ['40000', '0-10', '40100-40000', '65000-65536', '1-2-3', 'a-b'])
    expect(find({ client_ports })).toEqual([
      `rcss::client_ports: '${client_ports}' is not a range of ports; give the first and the last one, from 1 to 65535, such as 40000-40100`,
    ]);
  expect(find({ client_ports: '40000-40100' })).toEqual([]);
});

it('a range of ports for clients and a single port exclude each other', () => {
  expect(find({ client_ports: '1-2', single_port: true })[0]).toBe(
    "rcss::client_ports: '1-2' has no effect with rcss::single_port, which gives clients no ports of their own; set only one of both",
  );
});

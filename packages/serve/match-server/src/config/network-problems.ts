import { isIP } from 'node:net';
import type { PortRange } from '@rcss/kit/udp';
import type { RcssParams } from '@rcss/params/program';

/** A name of a host (RFC 1123) that is not a number: `300.1.1.1` and `10.0.0` are wrong addresses, not names. */
const HOST_NAME =
  /^(?=.{1,253}$)(?!.*(?:^|\.)\d+$)(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/i;

/** Reads `rcss::client_ports`, such as `40000-40100`; null if it is not a range of ports. */
export function parsePortRange(text: string): PortRange | null {
  const found = /^(\d{1,5})-(\d{1,5})$/.exec(text);
  const [first, last] = [Number(found?.[1]), Number(found?.[2])];
  return first >= 1 && first <= last && last <= 65535 ? { first, last } : null;
}

/** Why a text is not the address of a port, as the end of a sentence, or null. Whether a name can be resolved is not checked. */
function findAddressProblem(address: string): string | null {
  if (isIP(address) > 0 || HOST_NAME.test(address)) return null;
  return `'${address}' is not an address; give an IPv4 or IPv6 address of this machine or its name, such as 0.0.0.0, 192.168.1.5, ::, ::1 or localhost`;
}

/** Settings of addresses and ports with which no server can run, as sentences. */
export function findNetworkProblems({
  bind_address,
  client_ports,
  single_port,
}: Pick<RcssParams, 'bind_address' | 'client_ports' | 'single_port'>): string[] {
  const problems: string[] = [];
  // An empty address is 0.0.0.0.
  const address = bind_address === '' ? null : findAddressProblem(bind_address);
  if (address !== null) problems.push(`rcss::bind_address: ${address}`);
  if (client_ports !== '' && parsePortRange(client_ports) === null)
    problems.push(
      `rcss::client_ports: '${client_ports}' is not a range of ports; give the first and the last one, from 1 to 65535, such as 40000-40100`,
    );
  if (client_ports !== '' && single_port)
    problems.push(
      `rcss::client_ports: '${client_ports}' has no effect with rcss::single_port, which gives clients no ports of their own; set only one of both`,
    );
  if (single_port && process.platform === 'win32')
    problems.push(
      'rcss::single_port: on is not possible on Windows, which does not divide the datagrams of one port among sockets by sender; use rcss::client_ports',
    );
  return problems;
}

import type { Configuration } from '../config/configuration.js';
import { parsePortRange } from '../config/network-problems.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { createNetwork, type Network } from '../net/network.js';
import { openPortQueue, type PortQueue } from '../net/port-queue.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { createTraffic } from '../net/traffic.js';

/**
 * Opens the three well-known ports of a server.
 *
 * @param isRoom Whether `rcss::max_work_per_cycle` limits all clients together too, because other matches share the thread.
 * @throws {import('@rcss/kit/udp').PortError} (as a rejection) if one of them cannot be opened; the others are closed.
 */
export async function openNetwork(
  config: Configuration,
  console: ConsoleOutput,
  isRoom = false,
): Promise<Network> {
  const { port, coach_port, olcoach_port } = config.server;
  const { rcss } = config;
  let address = rcss.bind_address === '' ? '0.0.0.0' : rcss.bind_address;
  const clientPorts = rcss.single_port ? 'single' : parsePortRange(rcss.client_ports);
  const traffic = createTraffic();
  const opened: PortQueue[] = [];
  const open = async (number: number) => {
    try {
      const queue = await openPortQueue(
        { port: number, address, isShared: clientPorts === 'single' },
        traffic.ports,
        () => net.onArrival(),
      );
      opened.push(queue);
      // A name is resolved once.
      address = queue.listener.address;
      return queue;
    } catch (error) {
      for (const queue of opened) queue.listener.close();
      throw error;
    }
  };
  const net: Network = createNetwork({
    ports: { player: await open(port), coach: await open(coach_port), olcoach: await open(olcoach_port) },
    bindAddress: address,
    clientPorts,
    limits: {
      clients: rcss.max_clients,
      datagramsPerCycle: rcss.max_datagrams_per_cycle,
      workPerCycle: rcss.max_work_per_cycle,
      ...(isRoom && { roomWorkPerCycle: rcss.max_work_per_cycle }),
      unknownSendersPerSecond: rcss.max_init_per_second,
    },
    traffic,
    warnings: new RateLimitedLog(console.err),
  });
  return net;
}

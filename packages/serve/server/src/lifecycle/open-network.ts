import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console-output.js';
import { createNetwork, type Network } from '../net/network.js';
import { openPortQueue, type PortQueue } from '../net/port-queue.js';
import { RateLimitedLog } from '../net/rate-limited-log.js';
import { createTraffic } from '../net/traffic.js';

/**
 * Opens the three well-known ports of a server.
 *
 * @throws {import('@rcss/kit/udp').PortError} (as a rejection) if one of them cannot be opened; the others are closed.
 */
export async function openNetwork(config: Configuration, console: ConsoleOutput): Promise<Network> {
  const { port, coach_port, olcoach_port } = config.server;
  const { bind_address, max_clients, max_datagrams_per_cycle, max_init_per_second, max_work_per_cycle } =
    config.rcss;
  const bindAddress = bind_address === '' ? '0.0.0.0' : bind_address;
  const traffic = createTraffic();
  const opened: PortQueue[] = [];
  const open = async (number: number) => {
    try {
      const queue = await openPortQueue(number, bindAddress, traffic.ports, () => net.onArrival());
      opened.push(queue);
      return queue;
    } catch (error) {
      for (const queue of opened) queue.listener.close();
      throw error;
    }
  };
  const net: Network = createNetwork({
    ports: { player: await open(port), coach: await open(coach_port), olcoach: await open(olcoach_port) },
    bindAddress,
    limits: {
      clients: max_clients,
      datagramsPerCycle: max_datagrams_per_cycle,
      workPerCycle: max_work_per_cycle,
      unknownSendersPerSecond: max_init_per_second,
    },
    traffic,
    warnings: new RateLimitedLog(console.err),
  });
  return net;
}

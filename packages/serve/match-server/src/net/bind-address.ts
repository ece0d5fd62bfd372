import { listen, PortError } from '@rcss/kit/udp';

/**
 * Returns why the ports of a server cannot be opened on an address, as a sentence, or null.
 *
 * @param address Value of `rcss::bind_address`.
 */
export async function findBindProblem(address: string): Promise<string | null> {
  try {
    const listener = await listen({ port: 0, address: address === '' ? '0.0.0.0' : address }, () => {});
    listener.close();
    return null;
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    const reason = error.code === 'EADDRNOTAVAIL' ? 'it is not an address of this machine' : error.reason;
    return `rcss::bind_address: '${address}' cannot be used: ${reason}`;
  }
}

/** Returns the address at which programs of this machine reach ports that are open on a numeric address. */
export function findLocalAddress(bindAddress: string): string {
  return bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
}

import { createSocket } from 'node:dgram';

function canBind(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

/** First of `count` neighbouring UDP ports that nobody holds now: the usual 6000 if it is free. */
export async function freePorts(count: number): Promise<number> {
  for (let port = 6000; port < 60000; port += 10) {
    let free = true;
    for (let i = 0; i < count && free; i++) free = await canBind(port + i);
    if (free) return port;
  }
  throw new Error('no free UDP ports');
}

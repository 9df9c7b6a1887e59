import { createServer } from 'node:net';

/** A port nobody listens on at this moment. Another program may still take it first: callers start again with another. */
export async function freePort(): Promise<number> {
  return (await listenOnce(0)) ?? Promise.reject(new Error('this machine has no free port'));
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(undefined));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

/** The address a request comes from: the peer, or what the nearest trusted proxy wrote down about it. */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** `proxyHops` proxies stand in front of this process, and each appended one address to X-Forwarded-For. */
export function clientAddress(c: Context, proxyHops: number): string {
  if (proxyHops > 0) {
    const chain = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    const address = chain[chain.length - proxyHops];
    if (address) return address;
  }
  // Requests made in the process itself (tests) have no connection.
  const incoming: unknown = c.env?.incoming;
  return incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
}

/** The HTTP server over the application: purchases take their short way, everything else the framework's. */
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type AppParts, createApp } from './app.ts';
import { saleLane } from './modules/wagers/index.ts';

export function listen(
  parts: AppParts,
  at: { readonly hostname: string; readonly port: number },
  listening: (address: AddressInfo) => void,
): ServerType {
  const app = createApp(parts);
  const laned = (options: ServerOptions, route: RequestListener) => createServer(options, saleLane(parts.core, parts.spine, route));
  return serve({ fetch: app.fetch, ...at, createServer: laned as typeof createServer }, listening);
}

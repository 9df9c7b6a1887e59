#!/usr/bin/env node
/** The payment simulator's process. It takes the provider's place where there is no account with one: in the demo and in tests. */
import { serve } from '@hono/node-server';
import { openShelf } from './books.ts';
import { deliverDue } from './deliver-events.ts';
import { openProvider } from './provider.ts';
import { simulatorRoutes } from './routes.ts';

const need = (name: string): string => {
  const value = process.env[name];
  if (!value) {
    console.error(`${name} is missing`);
    process.exit(1);
  }
  return value;
};

const clock = () => new Date();
const shelf = openShelf(process.env.PAYMENT_SIMULATOR_FILE ?? null);
const app = simulatorRoutes(openProvider(shelf, clock), {
  secretKey: need('STRIPE_SECRET_KEY'),
  publishableKey: need('STRIPE_PUBLISHABLE_KEY'),
});
const server = serve({
  fetch: app.fetch,
  hostname: process.env.API_HOST ?? '127.0.0.1',
  port: Number(need('PAYMENT_SIMULATOR_PORT')),
});

const url = process.env.PAYMENT_WEBHOOK_URL;
const LOOK_MS = 100;
let looking = false;
const look = setInterval(() => {
  if (!url || looking) return;
  looking = true;
  void deliverDue(shelf, { url, secret: need('STRIPE_WEBHOOK_SECRET') }, clock).finally(() => {
    looking = false;
  });
}, LOOK_MS);

function stop(): void {
  clearInterval(look);
  shelf.keep();
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

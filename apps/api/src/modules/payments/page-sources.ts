/** Which other servers the shop's pages may use to pay: the provider's own form, or the simulator; none without payments. */
import type { Sources } from '../../platform/http/static-pages.ts';
import type { Payments } from './provider.ts';

export function pageSources(payments: Payments | null): Sources {
  if (!payments) return {};
  if (payments.simulatorUrl) return { connections: [new URL(payments.simulatorUrl).origin] };
  return {
    scripts: ['https://js.stripe.com'],
    connections: ['https://api.stripe.com'],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  };
}

/** The provider's webhook signature: HMAC-SHA-256 over `seconds.body`, as `t=…,v1=…`. */
import { createHmac } from 'node:crypto';

export function signWebhook(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** The ways out as they are set: mail by SMTP, or into a folder without; SMS and push where a provider's address is set. */
import { join } from 'node:path';
import type { Config } from '@valira/config';
import type { Transports } from './send-messages.ts';
import { folderTransport, smtpTransport } from './transports/mail.ts';
import { webhookTransport } from './transports/webhook.ts';

export function openTransports(config: Config): Transports & { close(): Promise<void> } {
  const mail = config.SMTP_URL
    ? smtpTransport(config.SMTP_URL, config.MAIL_FROM)
    : folderTransport(config.MAIL_DIR ?? join(config.DATA_DIR, 'mail'), config.MAIL_FROM);
  const sms = config.SMS_URL ? webhookTransport(config.SMS_URL, config.SMS_TOKEN) : null;
  const push = config.PUSH_URL ? webhookTransport(config.PUSH_URL, config.PUSH_TOKEN) : null;
  return {
    mail,
    sms,
    push,
    async close() {
      await Promise.all([mail.close(), sms?.close(), push?.close()]);
    },
  };
}

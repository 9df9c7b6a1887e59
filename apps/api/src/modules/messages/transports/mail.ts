/** Mail, by SMTP or as files in a folder. The Message-ID comes from the message's id, so that a receiver can tell a second copy from a second message. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Delivery, Letter, Transport } from './transport.ts';

const TIMEOUT_MS = 15_000;

function mailOf(from: string, { key, to, subject, text, html, language }: Letter) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${key}@${domain}>`,
    headers: { 'Content-Language': language, 'Idempotency-Key': key, 'Auto-Submitted': 'auto-generated' },
  };
}

/** The server's own no: 5xx is for good, 4xx is for now. */
function refusedForGood(error: unknown): string | null {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return null;
  return error.responseCode >= 500 ? `smtp-${error.responseCode}` : null;
}

export function smtpTransport(url: string, from: string): Transport {
  const address = new URL(url);
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) address.searchParams.set(limit, String(TIMEOUT_MS));
  const smtp = nodemailer.createTransport(address.href);
  return {
    async deliver(letter): Promise<Delivery> {
      try {
        await smtp.sendMail(mailOf(from, letter));
        return { accepted: true };
      } catch (error) {
        const reason = refusedForGood(error);
        if (reason === null) throw error;
        return { accepted: false, reason };
      }
    },
    close: async () => smtp.close(),
  };
}

/** One `.eml` a message, named by its id: a second delivery replaces the first. */
export function folderTransport(folder: string, from: string): Transport {
  // The folder alone is closed: the database's server passes through the one it may lie in.
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(letter) {
      const { message } = await composer.sendMail(mailOf(from, letter));
      const path = join(folder, `${letter.key}.eml`);
      writeFileSync(`${path}.part`, message as Buffer, { mode: 0o600 });
      renameSync(`${path}.part`, path);
      return { accepted: true };
    },
    close: async () => composer.close(),
  };
}

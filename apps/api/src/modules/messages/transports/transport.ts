/** A way out for messages. It is given the message's id as idempotency key: a message that may have gone out is tried again under the same one. */
import type { Rendered } from '../render-message.ts';

export type Letter = Rendered & {
  /** The message's id, the same at every try. */
  readonly key: string;
  readonly to: string;
  readonly language: string;
};

/** Accepted, or refused for good with a reason. Whatever throws is tried again. */
export type Delivery = { readonly accepted: true } | { readonly accepted: false; readonly reason: string };

export type Transport = { deliver(letter: Letter): Promise<Delivery>; close(): Promise<void> };

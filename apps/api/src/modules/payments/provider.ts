/** What the platform asks of a payment provider, in its own words: amounts in cents, ids as text, instants as dates. */
export type PaymentRefund = {
  readonly id: string;
  readonly amountCents: bigint;
  /** Failed or cancelled: the money came back to the provider's balance. */
  readonly returned: boolean;
  /** Our own refund it was made for, when we asked for it. */
  readonly refundId: string | null;
};

export type PaymentDispute = {
  readonly id: string;
  /** What left the provider's balance for it, and what came back; a warning moves nothing. */
  readonly takenCents: bigint;
  readonly reinstatedCents: bigint;
};

/** Everything about one payment, read at one moment. */
export type Payment = {
  readonly id: string;
  readonly status: 'open' | 'paid' | 'cancelled';
  readonly receivedCents: bigint;
  /** Our deposit, as we named it when the payment was made. */
  readonly depositId: string | null;
  /** The provider's code for the last decline. */
  readonly declinedCode: string | null;
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
};

/** An event whose signature was right. */
export type ProviderEvent = {
  readonly id: string;
  readonly type: string;
  /** The payment it is about, when it is about one. */
  readonly paymentId: string | null;
  readonly createdAt: Date;
};

/** One line of the provider's account of its balance. */
export type ProviderEntry = {
  readonly id: string;
  readonly type: string;
  /** The charge, refund, dispute or pay-out behind it. */
  readonly source: string | null;
  /** The payment that it is about, when it is about one. */
  readonly paymentId: string | null;
  readonly amountCents: bigint;
  readonly feeCents: bigint;
  readonly createdAt: Date;
};

export type PaymentProvider = {
  /** Makes the payment of a deposit; asked again with the same deposit, the same payment. */
  openPayment(deposit: { readonly id: string; readonly amountCents: bigint }): Promise<{ id: string; clientSecret: string }>;
  /** The secret with which the player's browser pays this one payment. */
  clientSecretOf(paymentId: string): Promise<string>;
  readPayment(paymentId: string): Promise<Payment>;
  /** Nothing happens to a payment that was paid meanwhile. */
  cancelPayment(paymentId: string): Promise<void>;
  /** False when the provider will not do it. The same refund is made once. */
  refundPayment(refund: { readonly id: string; readonly paymentId: string; readonly amountCents: bigint }): Promise<boolean>;
  /** Null when the signature is not the provider's, or too old. */
  readEvent(body: Uint8Array, signature: string, now: Date): ProviderEvent | null;
  /** Every entry created in [from, to), oldest first. */
  entriesBetween(from: Date, to: Date): Promise<ProviderEntry[]>;
};

/** The provider and what a browser needs to pay there. */
export type Payments = {
  readonly provider: PaymentProvider;
  readonly publishableKey: string;
  /** Where the local simulator answers browsers; null with the real provider. */
  readonly simulatorUrl: string | null;
};

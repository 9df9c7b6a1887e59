/**
 * What the verifier takes from its surroundings: a hash and a signature check. `@valira/verifier/node` and
 * `@valira/verifier/browser` bring them; anything else of the same meaning will do.
 */
export type VerifierPorts = {
  /** SHA-256: 32 bytes. Must not keep the array it is given. */
  readonly sha256: (data: Uint8Array) => Uint8Array;
  /** SHA-256 of `data` written to out[at … at + 31]. A tree of a million leaves then makes no object per hash. */
  readonly sha256Into?: (data: Uint8Array, out: Uint8Array, at: number) => void;
  /** Ed25519 (RFC 8032). Answers false to keys and signatures that are none; never throws. */
  readonly verifyEd25519: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * Signature of a beacon round under its network's key (`verifyQuicknet` of `@valira/verifier/drand`). Null: a network that this
   * port does not know. Where the port is missing or answers null, the report says "not checked".
   */
  readonly verifyBeacon?: (publicKey: Uint8Array, round: number, signature: Uint8Array) => boolean | null;
};

/** The verifier's ports without node: audited JavaScript, for the verifier page. Its answers equal those of the node ports. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { VerifierPorts } from './ports.ts';

export const browserPorts: VerifierPorts = {
  sha256: (data) => sha256(data),
  verifyEd25519(publicKey, message, signature) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      return false;
    }
  },
};

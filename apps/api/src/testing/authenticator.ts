/** An authenticator in memory: makes a passkey and signs with it, as a phone would (ES256, no attestation, user present and verified). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const head = (major: number, n: number): Buffer =>
  n < 24 ? Buffer.of((major << 5) | n) : n < 256 ? Buffer.of((major << 5) | 24, n) : Buffer.of((major << 5) | 25, n >> 8, n & 255);

/** As much of RFC 8949 as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const PRESENT_VERIFIED = 0x05;
const WITH_KEY = 0x40;

export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  let counter = 0;
  const data = (flags: number) => Buffer.concat([rpIdHash, Buffer.of(flags, 0, 0, 0, counter)]);
  const client = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  return {
    create({ challenge }: { readonly challenge: string }) {
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const authData = Buffer.concat([data(PRESENT_VERIFIED | WITH_KEY), Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const response = {
        clientDataJSON: text(client('webauthn.create', challenge)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      };
      return { ...common, response };
    },
    get({ challenge }: { readonly challenge: string }) {
      counter += 1;
      const authenticatorData = data(PRESENT_VERIFIED);
      const clientDataJSON = client('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return {
        ...common,
        response: { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature) },
      };
    },
  };
}

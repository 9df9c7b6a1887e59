/** A drand chain of its own key behind the HTTP interface of drand, so that rounds of any instant can be had; or one that serves given rounds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { BeaconChain } from '../platform/beacon.ts';
import { hex, sha256 } from '../platform/hash.ts';

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export type BeaconServer = { readonly url: string; readonly chain: BeaconChain; readonly asked: string[]; close(): Promise<void> };

export async function startBeaconServer(rounds?: ReadonlyMap<number, unknown>): Promise<BeaconServer> {
  const signatures = bls12_381.shortSignatures;
  const { secretKey, publicKey } = signatures.keygen();
  const chain: BeaconChain = {
    network: 'test chain',
    publicKey: hex(publicKey.toBytes()),
    genesisAt: '2023-08-23T15:09:27.000Z',
    periodSeconds: 3,
  };
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    const round = Number(/\/public\/(\d+)$/.exec(request.url ?? '')?.[1]);
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setBigUint64(0, BigInt(round));
    const stated = rounds
      ? rounds.get(round)
      : { round, signature: hex(signatures.sign(signatures.hash(sha256(counter), DOMAIN), secretKey).toBytes()) };
    answer.writeHead(stated ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(stated ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    chain,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

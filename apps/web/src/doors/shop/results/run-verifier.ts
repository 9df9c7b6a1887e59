import type { BundleReport } from '@valira/verifier';

export type Verified = { readonly report: BundleReport; readonly tookMs: number };

/** The whole check of a bundle, in this browser; nothing is sent anywhere. */
export function runVerifier(bundle: ArrayBuffer): Promise<Verified> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<Verified>) => {
      worker.terminate();
      resolve(event.data);
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
    worker.postMessage(bundle, [bundle]);
  });
}

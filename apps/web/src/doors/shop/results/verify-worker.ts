/** Checks a bundle away from the page, which stays free while a million tickets are counted. */
import { verifyBundle } from '@valira/verifier';
import { browserPorts } from '@valira/verifier/browser';

addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  const began = performance.now();
  const report = verifyBundle(browserPorts, new Uint8Array(event.data));
  postMessage({ report, tookMs: performance.now() - began });
});

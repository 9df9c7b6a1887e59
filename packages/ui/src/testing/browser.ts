/** A browser's globals for component tests. Imported before React, which looks for them once. */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><html lang="ca"><body></body></html>', {
  url: 'https://valira.test/',
  pretendToBeVisual: true,
});

for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && name !== 'Event' && name !== 'EventTarget' && name !== 'localStorage' && name !== 'navigator') continue;
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: Reflect.get(window, name) });
}
Object.defineProperty(globalThis, 'window', { configurable: true, value: window });
Object.defineProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT', { configurable: true, writable: true, value: true });
if (!('CSS' in globalThis))
  Object.defineProperty(globalThis, 'CSS', { value: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } });

export { closeLockKey } from './close-lock.ts';

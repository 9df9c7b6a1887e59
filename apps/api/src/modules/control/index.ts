/** The client side of the independent control system. */
export type { ControlContest, ControlKeys, ControlStatus, Reconciliation } from './control-answers.ts';
export {
  type ControlClient,
  type ControlHead,
  type ControlLink,
  openControlClient,
  type ResultHandIn,
  type SealHandIn,
  type StoredLinks,
} from './control-client.ts';
export { type FeedDeps, feedControl } from './feed-control.ts';
export { headsAtClose } from './heads-at-close.ts';
export { publishPublicKeys } from './publish-public-keys.ts';

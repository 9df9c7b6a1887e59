export { decideVersion, draftVersion, type NewVersion, releaseVersion, submitVersion, suspendVersion } from './product-versions.ts';
export { productRoutes } from './routes.ts';

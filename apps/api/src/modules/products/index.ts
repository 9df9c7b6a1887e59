export { decideVersion, draftVersion, type NewVersion, releaseVersion, submitVersion } from './product-versions.ts';
export { productRoutes } from './routes.ts';

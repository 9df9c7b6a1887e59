/** Instant runs over threads and files: generation with progress, cancellation and resumption, and reading what was written. */
export { type GenerationInput, type GenerationProgress, generateRun } from './generate-run.ts';
export { nodePorts } from './node-ports.ts';
export { proofForTicket, readLeafHashes, readValidationRecords, type ValidationStretch } from './read-run.ts';
export { type RunManifest, readManifest } from './run-folder.ts';

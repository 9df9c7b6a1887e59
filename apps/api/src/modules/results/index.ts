export { certifyResult, enterResult } from './enter-result.ts';
export { type ExternalTotalsJson, externalTotalsSchema, importedFacts, importResult, isSoldHere, totalsOf } from './import-result.ts';
export { settlementFacts } from './settlement-facts.ts';

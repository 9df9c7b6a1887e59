export { certifyResult, enterResult } from './enter-result.ts';
export { externalTotalsSchema, importedFacts, importResult, totalsOf } from './import-result.ts';
export { settlementFacts } from './settlement-facts.ts';

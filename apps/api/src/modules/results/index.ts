export { certifyResult, enterResult } from './enter-result.ts';
export { externalTotalsSchema, importResult, totalsOf } from './import-result.ts';

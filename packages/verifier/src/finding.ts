/** What a verifier can find wrong. Each code is explained in docs/verify.md, section 10. */
export const findingCodes = [
  'file_malformed',
  'document_not_canonical',
  'document_malformed',
  'record_signature_wrong',
  'definition_hash_wrong',
  'seal_signature_wrong',
  'seal_mismatch',
  'countersignature_wrong',
  'countersignature_mismatch',
  'keys_not_separate',
  'key_not_trusted',
  'leaves_malformed',
  'root_wrong',
  'count_wrong',
  'stake_sum_wrong',
  'ticket_twice',
  'receipt_signature_wrong',
  'receipt_chain_broken',
  'receipt_missing',
  'receipt_mismatch',
  'announcement_signature_wrong',
  'announcement_mismatch',
  'mapping_impossible',
  'mapping_mismatch',
  'commitments_incomplete',
  'commitment_wrong',
  'beacon_mismatch',
  'beacon_value_wrong',
  'beacon_too_early',
  'fallback_wrong',
  'redraw_wrong',
  'numbers_wrong',
  'generator_log_broken',
  'generator_call_spare',
  'generator_output_wrong',
  'label_wrong',
  'result_malformed',
  'winners_wrong',
  'lines_malformed',
  'dividend_wrong',
  'money_wrong',
  'times_out_of_order',
  'people_not_separate',
] as const;

export type FindingCode = (typeof findingCodes)[number];

export type Finding = {
  readonly code: FindingCode;
  /** Where, in words or as a path into the record. */
  readonly where: string;
  /** Figures that differ, or what was met. */
  readonly detail: string;
};

export type FindingList = {
  readonly findings: readonly Finding[];
  readonly add: (code: FindingCode, where: string, detail?: string) => void;
};

/** Findings in the order met, at most a thousand: past that, more of them tell nothing. */
export function findingList(): FindingList {
  const findings: Finding[] = [];
  return {
    findings,
    add(code, where, detail = '') {
      if (findings.length < 1_000) findings.push({ code, where, detail });
    },
  };
}

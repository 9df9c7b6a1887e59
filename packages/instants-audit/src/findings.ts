/** What an audit finds, each with where and in words; of one kind the first few are told and all are counted. */
export type FindingCode =
  | 'folder_incomplete'
  | 'manifest_invalid'
  | 'file_unknown'
  | 'sum_wrong'
  | 'papers_invalid'
  | 'papers_hash_wrong'
  | 'papers_not_approved'
  | 'run_hash_wrong'
  | 'fund_wrong'
  | 'print_undecryptable'
  | 'size_wrong'
  | 'number_wrong'
  | 'check_digit_wrong'
  | 'virn_hash_wrong'
  | 'virn_duplicate'
  | 'virn_near'
  | 'virn_tells'
  | 'open_part_tells'
  | 'position_tells'
  | 'outcome_unreadable'
  | 'tier_unknown'
  | 'face_impossible'
  | 'face_shows_other_prize'
  | 'face_differs'
  | 'leaf_wrong'
  | 'tree_wrong'
  | 'root_wrong'
  | 'root_not_published'
  | 'packs_wrong'
  | 'count_wrong'
  | 'per_pack_wrong'
  | 'mid_wrong'
  | 'top_wrong'
  | 'payout_wrong'
  | 'streak_wrong'
  | 'spread_wrong';

export type Finding = { readonly code: FindingCode; readonly where: string; readonly detail: string };

const toldOfAKind = 20;

export type FindingBook = {
  add(code: FindingCode, where: string, detail: string): void;
  readonly findings: Finding[];
  readonly counts: Partial<Record<FindingCode, number>>;
};

export function findingBook(): FindingBook {
  const findings: Finding[] = [];
  const counts: Partial<Record<FindingCode, number>> = {};
  return {
    findings,
    counts,
    add(code, where, detail) {
      const count = (counts[code] ?? 0) + 1;
      counts[code] = count;
      if (count <= toldOfAKind) findings.push({ code, where, detail });
    },
  };
}

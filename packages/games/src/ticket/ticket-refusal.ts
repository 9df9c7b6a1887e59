/** Why a ticket from outside is refused; every refusal names the place in the input. */
export type TicketRefusal =
  | 'ticket_malformed'
  | 'entries_missing'
  | 'too_many_entries'
  | 'too_many_lines'
  | 'unknown_panel'
  | 'wrong_count'
  | 'number_out_of_range'
  | 'number_duplicated'
  | 'unknown_reduced_system'
  | 'unknown_bet'
  | 'digits_malformed'
  | 'bet_does_not_fit'
  | 'series_out_of_range'
  | 'fraction_out_of_range'
  | 'code_malformed'
  | 'units_not_offered'
  | 'draws_not_offered'
  | 'unknown_add_on'
  | 'stake_above_limit'
  | 'price_mismatch';

/** Why packed lines are refused. */
export type PackedRefusal = 'packed_version_unknown' | 'packed_family_mismatch' | 'packed_corrupt';

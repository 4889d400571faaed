// What an import reports, as codes with data; `src/wording/rate-cards.ts` puts them into words.
import type { CsvFault } from '../../csv/csv-file.ts';
import type { LaneUnit } from '../card-definition.ts';

/** Why a line or a file cannot be used. */
export type Mistake =
  | { mistake: 'csv'; fault: Pick<CsvFault, 'code' | 'guess'> }
  | { mistake: 'file_empty' }
  | { mistake: 'no_lines' }
  | { mistake: 'too_many_cells' }
  | { mistake: 'column_missing'; column: string; found: readonly string[] }
  | { mistake: 'no_amount' }
  | { mistake: 'unknown_unit' }
  | { mistake: 'zone_blank' }
  | { mistake: 'zone_form' }
  | { mistake: 'zone_is_anywhere' }
  | { mistake: 'no_zone_table' }
  | { mistake: 'unknown_state' }
  | { mistake: 'no_postcode' }
  | { mistake: 'unknown_packaging' }
  | { mistake: 'no_cubic' }
  | { mistake: 'no_divisor' }
  | { mistake: 'open_break' }
  | { mistake: 'limit_falls' }
  | { mistake: 'same_lane'; file: string; line: number }
  | { mistake: 'lane_refused' }
  | { mistake: 'unknown_service'; service: string; carrier: string; known: readonly string[] }
  | { mistake: 'unknown_zone' }
  // `cubic` is "" for none.
  | { mistake: 'other_cubic'; line: number; service: string; cubic: string }
  | { mistake: 'other_pallet_weight'; kg: number }
  | { mistake: 'service_blank' }
  | { mistake: 'no_kilo_or_pallet' }
  | { mistake: 'rate_blank' }
  // Lines of one lane disagree; `line` has the other `value`.
  | { mistake: 'charge_differs'; line: number; value: string }
  | { mistake: 'break_differs'; line: number; value: string }
  | { mistake: 'sliding_differs' }
  | { mistake: 'unknown_sliding' }
  | { mistake: 'unknown_tab' }
  | { mistake: 'no_fuel_levy' }
  | { mistake: 'second_basic' }
  | { mistake: 'rate_for_nothing' }
  | { mistake: 'several_carriers'; names: readonly string[] }
  | { mistake: 'several_cards'; names: readonly string[] }
  | { mistake: 'no_yes_or_no' }
  | { mistake: 'line_without_price' }
  | { mistake: 'break_without_price' }
  | { mistake: 'two_units'; unit: LaneUnit }
  | { mistake: 'break_gap' }
  | { mistake: 'width'; cells: number }
  | { mistake: 'matrix_column'; origin: string }
  | { mistake: 'matrix_column_missing' }
  | { mistake: 'no_origin' }
  | { mistake: 'no_kilo_price'; from: string; to: string }
  | { mistake: 'file_unreadable' }
  | { mistake: 'unknown_card'; cards: readonly string[] }
  | { mistake: 'zones_missing' };

/** What the operator should know about a reading that succeeded. */
export type ImportNote =
  | { note: 'column_unused'; column: string }
  | { note: 'amounts_rounded' }
  | { note: 'zeros_restored' }
  | { note: 'service_is'; service: string; stringId: string }
  | { note: 'zones_left_out'; zones: number }
  | { note: 'lists_services'; file: string }
  | { note: 'fuel_levy'; percent: number }
  | { note: 'charged_by_type' }
  | { note: 'zones_of_card'; card: string }
  | { note: 'no_fuel' }
  | { note: 'not_rounded' }
  | { note: 'terms_of_card'; card: string; isSample: boolean }
  | { note: 'new_carrier'; carrier: string }
  | { note: 'sample_unused' };

/** A detail that a price depends on and no column has. */
export type Question =
  | {
      question: 'breaks';
      /** A lane with several breaks, and its first two prices. */
      example: { file: string; line: number; low: number; high: number };
    }
  | { question: 'flat' }
  | { question: 'cubic'; of: 'rate_sheet' | 'matrix' }
  | { question: 'service' };

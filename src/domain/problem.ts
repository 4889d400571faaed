// The possible problems of a value in a request, as codes with data. `src/wording/problems.ts` puts them into words.
export type Problem =
  // `unread`: another name of the field that was sent and is not read here.
  | { problem: 'missing'; unread?: string | undefined }
  | { problem: 'not_positive' }
  | { problem: 'below_least'; least: number }
  | { problem: 'above_most'; most: number; unit: string }
  | { problem: 'outside'; from: number; to: number }
  | { problem: 'too_many_lines'; lines: number; most: number }
  | { problem: 'too_many_pieces'; pieces: number; most: number }
  | { problem: 'line_numbers_used_up'; most: number }
  | { problem: 'carrier_has_no_quote'; carrier: string; offered: readonly string[] }
  | { problem: 'tier_not_offered'; tier: number; carrier: string; offered: readonly number[] }
  | {
      problem: 'pickup_date_closed';
      date: string;
      why: 'no_date' | 'passed' | 'not_collected' | 'too_late';
      carrier: string;
      /** When the carrier's window of that day ends. */
      until: string;
      open: readonly string[];
    }
  | { problem: 'pickup_time_passed'; time: string; date: string; until: string }
  | { problem: 'no_time_window'; value: string }
  | { problem: 'outside_pickup_hours'; value: string; from: string; to: string }
  | { problem: 'method_not_saved'; method: string | number }
  | { problem: 'no_email'; value: string }
  | { problem: 'no_country_code'; value: string }
  | { problem: 'too_long'; length: number; most: number }
  | { problem: 'site_too_long'; most: number }
  | { problem: 'reference_unfit'; most: number }
  | { problem: 'password_empty' }
  | { problem: 'password_too_long'; most: number }
  | { problem: 'password_too_short'; length: number; least: number }
  | { problem: 'password_is_email' }
  | { problem: 'not_current_password' }
  | { problem: 'discount_outside' }
  | { problem: 'own_demotion' }
  | { problem: 'last_operator' }
  | { problem: 'too_many_keys'; most: number }
  | { problem: 'too_many_products'; most: number }
  | { problem: 'booking_cancelled'; booking: number }
  | { problem: 'no_such_booking'; booking: number }
  | { problem: 'other_booking_unsettled'; booking: number }
  | { problem: 'booking_attached'; booking: number; order: number }
  | { problem: 'order_name_fixed'; value: string }
  | { problem: 'no_date'; value: string }
  | { problem: 'date_passed'; value: string; next: string }
  // The carrier needs this field of an address; `isStored`: the booking exists.
  | { problem: 'contact_missing'; carrier: string; isStored: boolean }
  | { problem: 'show_with_filter'; value: string }
  | { problem: 'no_carriers_folder' }
  | { problem: 'files_have_mistakes' }
  | { problem: 'folder_name' }
  | { problem: 'number_of_files'; most: number }
  | { problem: 'file_path'; value: string }
  | { problem: 'no_such_item'; item: number; items: readonly number[] }
  | { problem: 'item_named_twice' }
  | { problem: 'csv_syntax'; line: number; column: number; message: string }
  | { problem: 'csv_empty' }
  | { problem: 'csv_unknown_column'; column: string; columns: readonly string[] }
  | { problem: 'csv_names_no_booking' }
  | { problem: 'csv_names_no_amount' }
  | { problem: 'csv_too_long'; lines: number; most: number }
  | { problem: 'no_weight'; value: string }
  | { problem: 'no_amount'; value: string }
  | { problem: 'no_booking_number'; value: string }
  | { problem: 'line_adjusts_nothing' }
  | { problem: 'line_names_no_booking' }
  | { problem: 'connote_unknown' | 'connote_shared'; connote: string }
  | { problem: 'adjusted_before'; booking: number };

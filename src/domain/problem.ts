// The possible problems of a value in a request or a file, as codes with data. `src/wording` has their sentences.
import type { Finding } from './carrier-invoices/finding.ts';
import type { CsvCode } from './csv/csv.ts';
import type { AddressFault } from './webhooks/address-fault.ts';

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
  // Of a balance payment, in cents.
  | { problem: 'not_within_balance'; least: number; owed: number }
  | { problem: 'lane_not_served'; carrier: string; suburb: string; because: string }
  | { problem: 'no_email'; value: string }
  | { problem: 'no_country_code'; value: string }
  | { problem: 'too_long'; length: number; most: number }
  | { problem: 'site_too_long'; most: number }
  | { problem: 'reference_unfit'; most: number }
  | { problem: 'no_past_month'; value: string; latest: string }
  | { problem: 'password_empty' }
  | { problem: 'password_too_long'; most: number }
  | { problem: 'password_too_short'; length: number; least: number }
  | { problem: 'password_is_email' }
  | { problem: 'not_current_password' }
  | { problem: 'no_colour'; value: string }
  | { problem: 'colour_too_light'; contrast: number; least: number }
  | { problem: 'logo_no_picture' }
  | { problem: 'logo_too_large'; bytes: number; most: number }
  | { problem: 'logo_size'; width: number; height: number; most: number }
  | { problem: 'discount_outside' }
  | { problem: 'until_before_from' }
  | { problem: 'member_and_group' }
  | { problem: 'service_and_carrier' }
  | { problem: 'no_such_member'; member: number }
  | { problem: 'no_such_service'; service: string }
  | { problem: 'no_such_carrier'; carrier: string }
  | { problem: 'more_than_two_decimals'; value: number }
  | { problem: 'own_demotion' }
  | { problem: 'last_operator' }
  | { problem: 'last_admin' }
  | { problem: 'wrong_code' }
  | { problem: 'too_many_users'; most: number }
  | { problem: 'too_many_keys'; most: number }
  | { problem: 'too_many_printers'; most: number }
  | { problem: 'too_many_webhooks'; most: number }
  | { problem: 'webhook_address'; fault: AddressFault }
  | { problem: 'no_host'; value: string }
  // The operator allows no printers on the network, or not this address or port.
  | { problem: 'network_printers_off' }
  | { problem: 'printer_address_not_allowed'; value: string }
  | { problem: 'printer_port_not_allowed'; ports: readonly number[] }
  | { problem: 'no_such_key'; key: number }
  | { problem: 'too_many_products'; most: number }
  | { problem: 'too_many_presets'; most: number }
  | { problem: 'too_many_views'; most: number }
  | { problem: 'too_many_addresses'; most: number }
  // Another entry of the address book has the same name, street and place.
  | { problem: 'address_known' }
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
  | { problem: 'csv_syntax'; line: number; column: number; fault: CsvCode }
  | { problem: 'csv_names_no_booking' }
  | { problem: 'csv_names_no_amount' }
  | { problem: 'invoice_without_amount' }
  | { problem: 'invoice_without_lines' }
  | {
      problem: 'invoice_cell';
      line: number;
      column: string;
      value: string;
      kind: 'amount' | 'weight';
    }
  | { problem: 'invoice_imported'; number: string }
  | { problem: 'no_such_invoice_line'; line: number }
  | { problem: 'invoice_line_not_compared'; finding: Finding }
  | { problem: 'invoice_line_charged'; line: number; bookingId: number }
  | { problem: 'csv_too_long'; lines: number; most: number }
  | { problem: 'no_weight'; value: string }
  | { problem: 'no_amount'; value: string }
  | { problem: 'no_booking_number'; value: string }
  | { problem: 'line_adjusts_nothing' }
  | { problem: 'line_names_no_booking' }
  | { problem: 'connote_unknown'; connote: string }
  | { problem: 'connote_shared'; connote: string }
  | { problem: 'adjusted_before'; booking: number }
  // The shapes of values in documents; `value` is as it was sent.
  | { problem: 'no_object'; value: unknown }
  // `form` is the text's required form in words, "" for any.
  | { problem: 'no_text'; value: unknown; form: string }
  | { problem: 'too_many_digits' }
  | { problem: 'text_too_long'; length: number; most: number }
  | { problem: 'choice_missing'; choices: readonly string[] }
  | { problem: 'no_choice'; choices: readonly string[]; value: unknown }
  | { problem: 'no_flag'; value: unknown }
  | { problem: 'no_number'; value: unknown }
  | { problem: 'number_outside'; from: number; to: number; value: unknown }
  | { problem: 'no_price'; value: unknown }
  | { problem: 'no_whole_number'; value: number }
  | { problem: 'no_list'; value: unknown }
  | { problem: 'ids_missing'; most: number }
  | { problem: 'no_ids'; most: number; value: unknown }
  | { problem: 'number_of_ids'; most: number; count: number }
  | { problem: 'no_booking_id'; value: unknown }
  // The key's settings could have filled the field.
  | { problem: 'default_missing' }
  | { problem: 'warehouse_missing' }
  // `lacksSizes`: default sizes are missing too.
  | { problem: 'key_without_warehouse'; lacksSizes: boolean }
  | { problem: 'no_packaging'; value: string }
  | { problem: 'no_notice_needed'; booking: number }
  | { problem: 'pickup_moved'; booking: number; date: string }
  | { problem: 'connote_form'; most: number }
  | { problem: 'connote_missing' }
  | { problem: 'unknown_country'; value: string }
  | { problem: 'postcode_needed'; country: string }
  | { problem: 'unknown_postcode'; postcode: string }
  | {
      problem: 'unknown_suburb';
      suburb: string;
      postcode: string;
      /** The suburbs of the postcode. */
      suburbs: readonly string[];
      /** Other postcodes of the suburb. */
      elsewhere: readonly { postcode: string; state: string }[];
    }
  | { problem: 'query_missing'; wanted: 'place' | 'address' | 'suggestion' }
  | { problem: 'format_not_printed'; format: string; formats: readonly string[] }
  | { problem: 'format_not_printed_by'; bookings: readonly number[]; format: string }
  | { problem: 'too_many_labels'; labels: number; most: number }
  | { problem: 'too_many_invoices'; most: number }
  | { problem: 'too_many_to_search'; most: number }
  | { problem: 'no_invoices' }
  | { problem: 'pieces_together' }
  | { problem: 'no_such_piece'; piece: number; pieces: number }
  | { problem: 'piece_missing'; most: number; pieces: number }
  | { problem: 'no_time'; value: string }
  | { problem: 'time_ahead'; value: string }
  | { problem: 'time_too_early'; value: string }
  | { problem: 'no_tracked_piece'; piece: number; pieces: number }
  | { problem: 'events_full' }
  | { problem: 'file_unreadable' }
  | { problem: 'file_empty' }
  | { problem: 'file_too_large'; most: number }
  | { problem: 'file_type'; takesPdf: boolean }
  | { problem: 'proof_empty' }
  | { problem: 'claim_full'; most: number }
  | { problem: 'no_such_event'; booking: number; event: string }
  // Only events entered by a person can be removed.
  | { problem: 'carrier_event'; event: string }
  // A record or file that cannot be read, without its place.
  | { problem: 'csv_unreadable'; fault: CsvCode }
  | { problem: 'csv_file_empty'; columns: readonly string[] }
  | { problem: 'csv_column_unknown'; column: string; columns: readonly string[] }
  | { problem: 'csv_column_twice'; column: string }
  | { problem: 'event_columns_missing'; needs: 'shipment' | 'event' | 'time' }
  | { problem: 'number_of_fields'; fields: number; columns: number }
  | { problem: 'no_piece_number'; value: string }
  | { problem: 'no_status'; value: string }
  | { problem: 'line_without_event' }
  | { problem: 'no_confirmed_booking'; booking: number }
  | { problem: 'no_shipment'; connote: string; carrier: string }
  | { problem: 'several_shipments'; count: number; connote: string; carrier: string }
  | { problem: 'settings_no_object'; parts: readonly string[] }
  | { problem: 'unknown_part'; parts: readonly string[] }
  // The name is close to the one that is `meant`.
  | { problem: 'no_such_setting'; meant: string }
  | { problem: 'unknown_couriers'; names: readonly string[]; known: readonly string[] }
  | { problem: 'action_missing' }
  | { problem: 'action_value_missing'; action: 'fixed_price' | 'surcharge' | 'discount' }
  // `of`: the kind of value that a rule's condition compares.
  | { problem: 'operator_unfit'; of: string }
  | { problem: 'no_rule_value'; of: string; value: string }
  | { problem: 'no_range'; of: string }
  | { problem: 'number_of_values'; of: string; operator: string }
  | { problem: 'box_size_missing' }
  | { problem: 'warehouse_field_missing' }
  | { problem: 'above_max_weight' }
  | { problem: 'too_many_entries'; entries: number; most: number }
  | { problem: 'receiver_unknown'; part: 'name' | 'street' | 'suburb' | 'postcode' }
  | { problem: 'items_missing' }
  | { problem: 'item_unknown' }
  | { problem: 'refund_unnamed'; booking: number; refunds: readonly number[] }
  | { problem: 'amount_missing' }
  | { problem: 'token_length'; most: number }
  | { problem: 'token_not_taken'; hasCardPage: boolean }
  | { problem: 'note_length'; about: 'refund' | 'orphan'; most: number }
  // `reason`: the connector's words.
  | { problem: 'account_unfit'; reason: string }
  | { problem: 'not_for_members'; carrier: string }
  | {
      problem: 'policy_unfit';
      policy: string;
      because: 'own_account' | 'not_priced';
      carrier: string;
    };

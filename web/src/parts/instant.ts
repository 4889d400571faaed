// Reads times of the service.

/** Booking times end in +1000, which some browsers cannot read. */
export function instant(text: string): Date {
  return new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'));
}

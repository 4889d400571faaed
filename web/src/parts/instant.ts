// When something is, of a time as the service writes it.

/** Booking times come as +1000, which not every browser reads. */
export function instant(text: string): Date {
  return new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'));
}

// "NZ" becomes "New Zealand". The browser knows the names.

const names = new Intl.DisplayNames('en-AU', { type: 'region', fallback: 'code' });

export function countryName(code: string): string {
  // `Intl.DisplayNames` throws for anything but two letters.
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

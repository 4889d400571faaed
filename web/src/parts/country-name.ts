// "NZ" is New Zealand to people. The browser knows the names.

const names = new Intl.DisplayNames('en-AU', { type: 'region', fallback: 'code' });

export function countryName(code: string): string {
  // Anything but two letters is not a code, and would be thrown at.
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

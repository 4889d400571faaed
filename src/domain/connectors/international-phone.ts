// Carriers want phone numbers with the code of their country.

/** An Australian or international phone number with the code of its country: `+61298765432`. */
export function internationalPhone(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits;
  return `+61${digits.replace(/^(61|0)(?=\d{9}$)/, '')}`;
}

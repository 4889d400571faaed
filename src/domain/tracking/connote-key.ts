// The form in which connotes are compared: people type them with their own blanks, hyphens and capitals.

export function connoteKey(connote: string): string {
  return connote.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

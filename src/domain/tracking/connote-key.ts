// A consignment note as it is compared: people read it from a label or type it from an e-mail, with blanks, hyphens and
// small letters of their own.

export function connoteKey(connote: string): string {
  return connote.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

// What the browser stores for a member: drafts of the quote and the booking, recent receivers and the pickup address of
// orders. It survives a reload and an expired session; signing out clears it for the next person at the same computer.

const prefix = 'linehaul.';

export function keptName(
  what: 'draft' | 'contacts' | 'booking' | 'pickup',
  { id }: { id: number },
): string {
  return `${prefix}${what}.${id}`;
}

export function forgetKept(): void {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      for (const name of Object.keys(storage)) {
        if (name.startsWith(prefix)) storage.removeItem(name);
      }
    } catch {
      // A browser without storage has nothing to clear.
    }
  }
}

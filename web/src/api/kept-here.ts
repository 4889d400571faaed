// What the browser keeps of a member: the quote and the booking that are being typed, who was sent to, and where orders are
// picked up. It outlives a reload and a session that ends by itself; whoever signs out leaves nothing of it to the next person
// at the same machine.

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
      // A browser that keeps nothing has nothing to forget.
    }
  }
}

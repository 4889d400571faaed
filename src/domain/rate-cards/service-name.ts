// A service's name beside its carrier's, without repeating the carrier's name ("CouriersPlease CouriersPlease").

/** Blank when the service's name adds nothing to the carrier's. */
export function serviceBeside(carrier: string, label: string): string {
  const own = carrier.toLowerCase();
  const named = label.toLowerCase();
  if (`${own} `.startsWith(`${named} `)) return '';
  if (own === '' || !named.startsWith(`${own} `)) return label;
  const rest = label.slice(carrier.length).trimStart();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

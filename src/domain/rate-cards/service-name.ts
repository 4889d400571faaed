// A service's name beside its carrier's. Many carriers have one service, which bears the carrier's own name; others begin
// every service's name with it. Nobody reads "CouriersPlease CouriersPlease" gladly.

/** Blank when the service's name says no more than the carrier's. */
export function serviceBeside(carrier: string, label: string): string {
  const own = carrier.toLowerCase();
  const named = label.toLowerCase();
  if (`${own} `.startsWith(`${named} `)) return '';
  if (own === '' || !named.startsWith(`${own} `)) return label;
  const rest = label.slice(carrier.length).trimStart();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

// Headers of every answer. The API's answers are data: pages must not frame, sniff or script them. Pages for people
// (the API reference) set their own, wider policy.

export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  };
  // Announcing HTTPS on an installation without it would lock browsers out.
  if (publicUrl.startsWith('https://')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  return headers;
}

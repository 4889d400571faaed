// Tells lines on the screen apart, across reloads too. Not crypto.randomUUID: browsers have that only behind TLS, and many
// an office runs this service without.

export function lineKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-');
}

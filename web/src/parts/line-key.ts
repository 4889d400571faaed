// An id for a line on the screen that survives reloads. crypto.randomUUID needs TLS, which many offices run without.

export function lineKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-');
}

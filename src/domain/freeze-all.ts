// Values that stay as they are, with everything in them: what is worked out from one can be kept with it.

export function freezeAll<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freezeAll(part);
  }
  return Object.freeze(value);
}

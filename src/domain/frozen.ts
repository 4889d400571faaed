// Values that stay as they are, with everything in them: what is worked out from one can be kept with it.

export function freezeAll<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freezeAll(part);
  }
  return Object.freeze(value);
}

/** `work` done once for each frozen value, for as long as that value is in memory; for any other each time. */
export function onceForFrozen<Value extends object, Result>(
  work: (value: Value) => Result,
): (value: Value) => Result {
  const done = new WeakMap<Value, { result: Result }>();
  return (value) => {
    if (!Object.isFrozen(value)) return work(value);
    const known = done.get(value);
    if (known !== undefined) return known.result;
    const result = work(value);
    done.set(value, { result });
    return result;
  };
}

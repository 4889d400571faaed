// Deeply frozen values: results calculated from one can be cached with it.

export function freezeAll<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freezeAll(part);
  }
  return Object.freeze(value);
}

/** Runs `work` once for each frozen value while that value is in memory; for other values, every time. */
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

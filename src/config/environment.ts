// What a process is told by its surroundings: texts by name.
export type Environment = Readonly<Record<string, string | undefined>>;

/** Set but blank means unset: that is how compose files and shells say "nothing". */
export function given(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === '' ? undefined : text;
}

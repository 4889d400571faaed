// Environment variables: texts by name.
export type Environment = Readonly<Record<string, string | undefined>>;

/** Blank means unset, because compose files and shells cannot leave a variable out. */
export function given(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === '' ? undefined : text;
}

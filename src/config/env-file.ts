// A `.env` file: NAME=value on each line, as Node itself reads it. Editors of other systems put a byte order mark before the first
// name, which would then be another name; and what is no NAME=value is said, since a setting that is not read goes unseen.
import { parseEnv } from 'node:util';

const byteOrderMark = /^\uFEFF/;
/** With a value in quotes that may go on over several lines, or else up to the end of the line. */
const assignment =
  /[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`|)[^\n]*(?:\n|$)/y;
const nothing = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;
const anyLine = /[^\n]*(?:\n|$)/y;

export type EnvFile = {
  values: Readonly<Record<string, string | undefined>>;
  problems: readonly string[];
};

export function readEnvFile(given: string): EnvFile {
  const text = given.replace(byteOrderMark, '');
  return { values: parseEnv(text), problems: strangeLines(text.replaceAll('\r\n', '\n')) };
}

/** The value of such a line may be a secret: only its number is said. */
function strangeLines(text: string): string[] {
  const problems: string[] = [];
  for (let at = 0, line = 1; at < text.length; ) {
    const taken = [nothing, assignment].map((kind) => match(kind, text, at)).find(Boolean);
    if (taken === undefined) problems.push(`line ${line} of .env is not NAME=value`);
    const read = taken ?? match(anyLine, text, at) ?? '';
    line += read.split('\n').length - 1;
    at += read.length;
  }
  return problems;
}

function match(kind: RegExp, text: string, at: number): string | undefined {
  kind.lastIndex = at;
  const [found = ''] = kind.exec(text) ?? [];
  return found === '' ? undefined : found;
}

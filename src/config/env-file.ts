// A `.env` file: NAME=value on each line, as Node reads it. Some editors put a byte order mark before the first name,
// which would change it; and lines that are not NAME=value are reported, because an ignored setting goes unnoticed.
import { parseEnv } from 'node:util';

const byteOrderMark = /^\uFEFF/;
/** A value in quotes may continue over several lines; otherwise it ends with the line. */
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

/** The line may contain a secret, so only its number is reported. */
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

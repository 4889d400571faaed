// Reads the recorded answers of carriers that are shipped with their connectors.
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { carrierOperations, type RecordedAnswers } from '../../application/ports.ts';

const known = new Map<string, Promise<readonly RecordedAnswers[]>>();

/** Read once: the files belong to the program. */
export function readRecordedAnswers(
  carriersDir: string,
  carrier: string,
): Promise<readonly RecordedAnswers[]> {
  const folder = join(carriersDir, carrier, 'recordings');
  const answers = known.get(folder) ?? read(folder);
  known.set(folder, answers);
  return answers;
}

async function read(folder: string): Promise<RecordedAnswers[]> {
  const answers: RecordedAnswers[] = [];
  for await (const file of glob('*/*.json', { cwd: folder })) {
    const operation = carrierOperations.find((one) => one === basename(dirname(file)));
    if (operation === undefined) continue;
    const recording = JSON.parse(await readFile(join(folder, file), 'utf8')) as RecordedFile;
    const { exchanges } = recording;
    answers.push({ operation, isSuccess: isSuccess(recording), exchanges });
  }
  return answers;
}

type RecordedFile = Pick<RecordedAnswers, 'exchanges'> & {
  title: string;
  fails?: string;
  result?: unknown;
};

/** The carrier did what was asked; an error with HTTP 200 is not that. */
function isSuccess({ fails, result, title }: RecordedFile): boolean {
  const text = JSON.stringify(result) ?? '';
  return (
    fails === undefined &&
    !/good status/.test(title) &&
    !/^\[\]$|^"(absent|not_shown)"|"(rejected|refused|absence)":/.test(text)
  );
}

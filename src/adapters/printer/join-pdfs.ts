// Several PDFs become one, page after page as they are: what a carrier drew is what its scanners read, so nothing is
// scaled, turned or drawn anew. qpdf does the work, because carriers' files come in every form there is. Loaded when it
// is first needed, in the printer's threads only.
import { createRequire } from 'node:module';

type Qpdf = {
  callMain(args: readonly string[]): number;
  FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
};

const everyPage = '1-z';
/** qpdf has read the file, and had something to say about it. */
const withWarnings = 3;

export async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const qpdf = await openQpdf();
  const names = files.map((bytes, n) => {
    const name = `/${n}.pdf`;
    qpdf.FS.writeFile(name, bytes);
    return name;
  });
  // The same files give the same bytes, to the last one: the name of the whole is worked out from what is in it.
  const status = qpdf.callMain([
    '--deterministic-id',
    '--empty',
    '--pages',
    ...names.flatMap((name) => [name, everyPage]),
    '--',
    '/joined.pdf',
  ]);
  if (status !== 0 && status !== withWarnings)
    throw new Error('files could not be joined: what qpdf says is on standard error');
  return qpdf.FS.readFile('/joined.pdf');
}

/** A new one each time: it keeps its files in memory of its own, which goes with it. */
async function openQpdf(): Promise<Qpdf> {
  const require = createRequire(import.meta.url);
  const open = require('@neslinesli93/qpdf-wasm') as (options: object) => Promise<Qpdf>;
  return await open({
    locateFile: () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
  });
}

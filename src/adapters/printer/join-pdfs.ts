// Joins PDFs without changing their pages: nothing is scaled, rotated or redrawn, because a carrier's scanners expect
// its own labels. Carriers' files vary widely, so qpdf does the work. It is loaded on first use, in the printer's
// threads only.
import { createRequire } from 'node:module';

type Qpdf = {
  callMain(args: readonly string[]): number;
  FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
};

const everyPage = '1-z';
/** qpdf's exit status if it succeeded with warnings. */
const withWarnings = 3;

export async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const qpdf = await openQpdf();
  const names = files.map((bytes, n) => {
    const name = `/${n}.pdf`;
    qpdf.FS.writeFile(name, bytes);
    return name;
  });
  // A deterministic id, so that the same files always give the same bytes.
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

/** A new instance each time, because qpdf's files stay in the instance's memory. */
async function openQpdf(): Promise<Qpdf> {
  const require = createRequire(import.meta.url);
  const open = require('@neslinesli93/qpdf-wasm') as (options: object) => Promise<Qpdf>;
  return await open({
    locateFile: () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
  });
}

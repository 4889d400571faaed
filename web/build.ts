// Builds the members area into generated/web, with a compressed copy beside every file, unless the sources are
// unchanged. The folder is replaced in one step, so a server that starts meanwhile never sees half of it.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
export const builtDir = join(root, 'generated', 'web');
const fingerprintFile = 'fingerprint';
/** Smaller files fit into one packet; pictures and fonts are compressed already. */
const smallestCompressed = 512;
const compressible = /\.(js|css|html|svg|json)$/;

/** True if it had to be built. */
export async function buildWeb(): Promise<boolean> {
  const fingerprint = fingerprintOfSources();
  if (fingerprint === readIfThere(join(builtDir, fingerprintFile))) return false;
  const draft = `${builtDir}.${process.pid}`;
  const old = `${builtDir}.${process.pid}.old`;
  mkdirSync(join(root, 'generated'), { recursive: true });
  try {
    await buildInto(draft);
    await compressAll(draft);
    writeFileSync(join(draft, fingerprintFile), fingerprint);
    if (existsSync(builtDir)) renameSync(builtDir, old);
    renameSync(draft, builtDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
  return true;
}

/** Libraries ship slow development forms; `production` leaves them out, also when a test builds. */
async function buildInto(outDir: string): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const { build } = await import('vite');
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

function fingerprintOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(['web/**/*', 'src/domain/**/*', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < smallestCompressed) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (import.meta.main) {
  const began = performance.now();
  const wasBuilt = await buildWeb();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    wasBuilt ? `The members area is built (${seconds} s).\n` : 'The members area is up to date.\n',
  );
}

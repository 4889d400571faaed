// A ZIP file of a few small texts, uncompressed.
import { crc32 } from 'node:zlib';

/** 1 January 1980, the format's first day, so that the same texts are the same file. */
const firstDay = 0x21;
const utf8Names = 0x0800;

/** The texts by their paths. */
export function zipOf(texts: ReadonlyMap<string, string>): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of texts) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(firstDay, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(signed(0x04034b50), facts, name, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(signed(0x02014b50), Buffer.from([20, 0]), facts, place, name);
    offset += 4 + facts.length + name.length + content.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(texts.size, 4);
  end.writeUInt16LE(texts.size, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...entries, signed(0x06054b50), end]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

// Cuts a file of tracking events into parts of a request each, at the ends of records. Each part begins with the
// file's header. The service reads the records; only quotation marks are followed here. Pure.
import { longestCsvRecord } from '../../../../src/domain/csv/csv-stream.ts';
import type { FilePart } from '../../api/tracking.ts';

/** Few enough that progress is seen, and far below the largest request. */
const recordsPerPart = 500;

export function filePartsOf(text: string, most = recordsPerPart): FilePart[] {
  const source = text.replace(/^\uFEFF/, '');
  const ends = recordEnds(source);
  const isNoRecord = (from: number, to: number): boolean =>
    /^\s*(#.*\s*)?$/.test(source.slice(from, to));
  const headerAt = ends.findIndex((end, n) => !isNoRecord(ends[n - 1] ?? 0, end));
  const headerEnd = ends[headerAt] ?? 0;
  const header = source.slice(0, headerEnd);
  const rows = ends.slice(headerAt + 1);
  if (rows.length === 0) return [{ csv: source, skippedLines: 0 }];
  const parts: FilePart[] = [];
  for (let at = 0; at < rows.length; at += most) {
    const from = rows[at - 1] ?? headerEnd;
    const to = rows[Math.min(at + most, rows.length) - 1] ?? source.length;
    const skippedLines = source.slice(headerEnd, from).split('\n').length - 1;
    parts.push({ csv: header + source.slice(from, to), skippedLines });
  }
  return parts;
}

/** The position after each record: after a line break outside quotation marks, and at the end. */
function recordEnds(source: string): number[] {
  const ends: number[] = [];
  let start = 0;
  while (start < source.length) {
    const end = recordEnd(source, start);
    ends.push(end);
    start = end;
  }
  return ends;
}

function recordEnd(source: string, start: number): number {
  const lineEnd = (from: number): number => {
    const at = source.indexOf('\n', from);
    return at < 0 ? source.length : at + 1;
  };
  const firstLine = lineEnd(start);
  if (source[start] === '#') return firstLine;
  let end = firstLine;
  while (hasOpenQuote(source.slice(start, end))) {
    // An unclosed quotation mark, which costs its own line only.
    if (end - start > longestCsvRecord || end === source.length) return firstLine;
    end = lineEnd(end);
  }
  return end;
}

const hasOpenQuote = (text: string): boolean => text.split('"').length % 2 === 0;

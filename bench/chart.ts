// Growth curves as one SVG of small charts, each with both axes logarithmic: a flat line costs nothing, a line at 45
// degrees grows as fast as its size. Text and lines only, readable on a light and on a dark page.
import { type Curve, shortNumber } from './figure.ts';

const columns = 3;
const cell = { width: 300, height: 190 };
const plot = { left: 56, top: 40, width: 220, height: 100 };
/** A nearly flat curve must look flat. */
const leastSpan = 10;

export function drawCurves(curves: readonly Curve[]): string {
  const rows = Math.ceil(curves.length / columns);
  const charts = curves.map((curve, n) => {
    const x = (n % columns) * cell.width;
    const y = Math.floor(n / columns) * cell.height;
    return `<g transform="translate(${x} ${y})">${drawCurve(curve)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * cell.width} ${rows * cell.height}" font-family="sans-serif" font-size="11">`,
    '<title>How figures grow with sizes</title>',
    '<style>text{fill:#777}.t{font-weight:bold}.l{fill:none;stroke:#2a78d0;stroke-width:2}.a{stroke:#999;stroke-width:1}circle{fill:#2a78d0}</style>',
    ...charts,
    '</svg>\n',
  ].join('\n');
}

function drawCurve({ title, over, unit, points: all }: Curve): string {
  // Nothing was served within the time, so there is no point to draw.
  const points = all.filter(({ size, value }) => Number.isFinite(size) && Number.isFinite(value));
  const across = scale(points.map(({ size }) => size));
  const up = scale(points.map(({ value }) => value));
  const places = points.map(({ size, value }) => ({
    x: plot.left + across.at(size) * plot.width,
    y: plot.top + (1 - up.at(value)) * plot.height,
    size,
    value,
  }));
  const bottom = plot.top + plot.height;
  return [
    `<text class="t" x="${plot.left}" y="16">${escaped(title)}</text>`,
    `<text x="${plot.left}" y="30">${escaped(unit)}, over ${escaped(over)}</text>`,
    `<path class="a" d="M${plot.left} ${plot.top}V${bottom}H${plot.left + plot.width}" fill="none"/>`,
    `<text x="${plot.left - 4}" y="${plot.top + 4}" text-anchor="end">${shortNumber(up.most)}</text>`,
    `<text x="${plot.left - 4}" y="${bottom}" text-anchor="end">${shortNumber(up.least)}</text>`,
    `<polyline class="l" points="${places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`,
    ...places.map(
      ({ x, y, size, value }) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3"><title>${size}: ${shortNumber(value)}</title></circle>` +
        `<text x="${x.toFixed(1)}" y="${bottom + 14}" text-anchor="middle">${shortSize(size)}</text>`,
    ),
  ].join('');
}

type Scale = { least: number; most: number; at(value: number): number };

function scale(values: readonly number[]): Scale {
  const smallest = Math.max(Number.MIN_VALUE, Math.min(...values));
  const largest = Math.max(...values, smallest);
  const missing = Math.max(1, leastSpan / (largest / smallest)) ** 0.5;
  const [least, most] = [smallest / missing, largest * missing];
  const at = (value: number): number => Math.log(value / least) / Math.log(most / least);
  return { least, most, at };
}

function shortSize(size: number): string {
  if (size >= 1e6) return `${size / 1e6}M`;
  return size >= 1e3 ? `${size / 1e3}k` : String(size);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

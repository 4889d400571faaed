// Fills the outline of a letter with soft edges. Each edge adds to a dot the signed area to its right; the running
// total along a row is the covered share of every dot. This is exact for any shape, and fast because edges only touch
// the dots they cross.
import type { Outline } from './typeface.ts';

/** The parts of a picture needed for drawing letters. */
type Canvas = { readonly width: number; readonly height: number; readonly dots: Uint8Array };

/** `place` converts a point of the outline to dots of the picture. */
export function fillOutline(
  picture: Canvas,
  outline: Outline,
  grey: number,
  place: (x: number, y: number) => readonly [number, number],
): void {
  const contours = outline.map((contour) => {
    const points: number[] = [];
    for (let n = 0; n + 1 < contour.length; n += 2) {
      points.push(...place(contour[n] ?? 0, contour[n + 1] ?? 0));
    }
    return points;
  });
  const box = boxOf(contours, picture);
  if (box === undefined) return;
  const { left, top, width, height } = box;
  // Two extra columns per row, because an edge affects its own dot and the next.
  const stride = width + 2;
  const area = new Float32Array(stride * height);
  for (const points of contours) {
    for (let n = 0; n < points.length; n += 2) {
      const next = (n + 2) % points.length;
      addEdge(area, stride, height, {
        fromX: (points[n] ?? 0) - left,
        fromY: (points[n + 1] ?? 0) - top,
        toX: (points[next] ?? 0) - left,
        toY: (points[next + 1] ?? 0) - top,
      });
    }
  }
  for (let row = 0; row < height; row += 1) {
    let covered = 0;
    for (let column = 0; column < width; column += 1) {
      covered += area[row * stride + column] ?? 0;
      const share = Math.min(1, Math.abs(covered));
      if (share < 1 / 512) continue;
      const at = (top + row) * picture.width + left + column;
      const before = picture.dots[at] ?? 0;
      picture.dots[at] = Math.round(before + (grey - before) * share);
    }
  }
}

/** The dots that the letter touches. */
function boxOf(
  contours: readonly (readonly number[])[],
  picture: Canvas,
): { left: number; top: number; width: number; height: number } | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of contours) {
    for (let n = 0; n < points.length; n += 2) {
      const [x = 0, y = 0] = [points[n], points[n + 1]];
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
  }
  const [left, top] = [Math.floor(minX), Math.floor(minY)];
  const [width, height] = [Math.ceil(maxX) - left, Math.ceil(maxY) - top];
  const isInside =
    left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height;
  // Letters that do not fit are not drawn at all. Layouts keep every letter inside.
  return isInside && width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

type Edge = { fromX: number; fromY: number; toX: number; toY: number };

function addEdge(area: Float32Array, stride: number, height: number, edge: Edge): void {
  if (edge.fromY === edge.toY) return;
  const direction = edge.fromY < edge.toY ? 1 : -1;
  const [topX, topY, bottomX, bottomY] =
    direction === 1
      ? [edge.fromX, edge.fromY, edge.toX, edge.toY]
      : [edge.toX, edge.toY, edge.fromX, edge.fromY];
  const slope = (bottomX - topX) / (bottomY - topY);
  let x = topX;
  for (
    let row = Math.max(0, Math.floor(topY));
    row < Math.min(height, Math.ceil(bottomY));
    row += 1
  ) {
    const rowTop = Math.max(row, topY);
    const rowBottom = Math.min(row + 1, bottomY);
    const dy = rowBottom - rowTop;
    const nextX = x + slope * dy;
    addRow(area, row * stride, direction * dy, Math.min(x, nextX), Math.max(x, nextX));
    x = nextX;
  }
}

/** Adds the part of an edge within one row of dots, from `left` to `right`. */
function addRow(
  area: Float32Array,
  row: number,
  height: number,
  left: number,
  right: number,
): void {
  const first = Math.floor(left);
  const last = Math.ceil(right);
  const add = (column: number, value: number): void => {
    area[row + column] = (area[row + column] ?? 0) + value;
  };
  if (last <= first + 1) {
    const middle = (left + right) / 2 - first;
    add(first, height * (1 - middle));
    add(first + 1, height * middle);
    return;
  }
  const perDot = 1 / (right - left);
  const into = left - first;
  const firstShare = 0.5 * perDot * (1 - into) * (1 - into);
  add(first, height * firstShare);
  if (last === first + 2) {
    const lastShare = 0.5 * perDot * (right - last + 1) * (right - last + 1);
    add(first + 1, height * (1 - firstShare - lastShare));
    add(first + 2, height * lastShare);
    return;
  }
  const second = perDot * (1.5 - into);
  add(first + 1, height * (second - firstShare));
  for (let column = first + 2; column < last - 1; column += 1) add(column, height * perDot);
  const reached = second + (last - first - 3) * perDot;
  const tail = right - last + 1;
  const lastShare = 0.5 * perDot * tail * tail;
  add(last - 1, height * (1 - reached - lastShare));
  add(last, height * lastShare);
}

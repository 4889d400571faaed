// Writes values beside the bars of a chart: the total of each stack, or of each bar. A value without room is left out;
// the tooltip and the table have it.
import type { Chart, Plugin } from 'chart.js';

const gapPx = 5;
const fontPx = 11;

export function valuesBeside(format: (value: number) => string, ink: string): Plugin {
  return {
    id: 'values',
    afterDatasetsDraw: (chart) => {
      const { ctx } = chart;
      const isAcross = chart.options.indexAxis === 'y';
      ctx.save();
      ctx.font = `600 ${fontPx}px 'Public Sans Variable', system-ui, sans-serif`;
      ctx.fillStyle = ink;
      ctx.textAlign = isAcross ? 'left' : 'center';
      ctx.textBaseline = isAcross ? 'middle' : 'bottom';
      for (const { total, x, y, roomPx } of stacksOf(chart, isAcross)) {
        const text = format(total);
        if (total === 0 || ctx.measureText(text).width > roomPx) continue;
        ctx.fillText(text, isAcross ? x + gapPx : x, isAcross ? y : y - gapPx);
      }
      ctx.restore();
    },
  };
}

type Stack = { total: number; x: number; y: number; roomPx: number };

/** The end of each stack of bars that are shown, and the room for its value. */
function stacksOf(chart: Chart, isAcross: boolean): Stack[] {
  const { labels = [] } = chart.data;
  const metas = chart.getSortedVisibleDatasetMetas();
  const { left, right } = chart.chartArea;
  return labels.flatMap((_label, at) => {
    const bars = metas.flatMap(({ data }) => data[at] ?? []);
    const total = metas.reduce((sum, { index }) => {
      const value = chart.data.datasets[index]?.data[at];
      return sum + (typeof value === 'number' ? value : 0);
    }, 0);
    if (bars.length === 0) return [];
    const xs = bars.map(({ x }) => x);
    const ys = bars.map(({ y }) => y);
    const x = Math.max(...xs);
    const roomPx = isAcross ? chart.width - x - gapPx : (right - left) / labels.length;
    return [{ total, x, y: Math.min(...ys), roomPx }];
  });
}

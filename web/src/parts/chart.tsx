// A chart on a canvas of fixed height in the theme's colours. Screen readers cannot read it, so a table beside it holds
// the numbers (`chart-panel.tsx`). The library is loaded only by pages with charts.
import { useComputedColorScheme } from '@mantine/core';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import classes from './chart.module.css';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
);
Chart.defaults.animation = false;
Chart.defaults.responsive = true;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.font.family = "'Public Sans Variable', system-ui, sans-serif";

export type Inks = {
  text: string;
  grid: string;
  panel: string;
  /** Colours that people with colour blindness can tell apart; the last is for all other rows. */
  series: readonly string[];
  rest: string;
  good: string;
  bad: string;
  soft: string;
};

const light: Inks = {
  text: '#56615c',
  grid: '#e6ebe8',
  panel: '#ffffff',
  series: ['#1b7454', '#e0912a', '#2f6db5', '#b0455d', '#7159ad', '#58a39b'],
  rest: '#98a39d',
  good: '#2f8d67',
  bad: '#c02626',
  soft: '#c9d3ce',
};

const dark: Inks = {
  text: '#bcc7c2',
  grid: '#2a3530',
  panel: '#1a2320',
  series: ['#4a9f7b', '#f3b458', '#6ea6e6', '#e2849a', '#a997e2', '#7fd0c6'],
  rest: '#72817a',
  good: '#4a9f7b',
  bad: '#ff8a80',
  soft: '#45524c',
};

type ChartCanvasProps = {
  /** Read by screen readers instead of the picture. */
  label: string;
  height: number;
  draw: (inks: Inks) => ChartConfiguration;
};

export function ChartCanvas({ label, height, draw }: ChartCanvasProps) {
  const place = useRef<HTMLCanvasElement>(null);
  const inks = useComputedColorScheme('light') === 'dark' ? dark : light;
  useEffect(() => {
    const canvas = place.current;
    if (canvas === null) return;
    Chart.defaults.color = inks.text;
    Chart.defaults.borderColor = inks.grid;
    const chart = new Chart(canvas, draw(inks));
    return () => chart.destroy();
  }, [draw, inks]);
  return (
    <div className={classes.canvas} style={{ blockSize: height }}>
      <canvas ref={place} role="img" aria-label={label} />
    </div>
  );
}

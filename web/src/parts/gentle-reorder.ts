// Animates rows to their new places when their order changes. Respects reduced motion.
import { type RefObject, useLayoutEffect, useRef } from 'react';

const glideMs = 220;

/** `order` lists the rows' names; each row carries its name as `data-row`. `onGlide` says when rows move and rest. */
export function useGentleReorder(
  list: RefObject<HTMLElement | null>,
  order: string,
  onGlide: (isGliding: boolean) => void,
): void {
  const tops = useRef(new Map<string, number>());
  const shown = useRef('');
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const now = new Map(rows.map((row) => [row.dataset.row ?? '', row.offsetTop]));
    if (order !== shown.current && !isCalm) {
      const glides: Animation[] = [];
      for (const row of rows) {
        const name = row.dataset.row ?? '';
        const before = tops.current.get(name);
        const after = now.get(name) ?? 0;
        if (before === undefined) row.animate({ opacity: [0, 1] }, { duration: glideMs });
        else if (before !== after) {
          glides.push(
            row.animate(
              { transform: [`translateY(${before - after}px)`, 'none'] },
              { duration: glideMs, easing: 'ease-out' },
            ),
          );
        }
      }
      if (glides.length > 0) {
        onGlide(true);
        void Promise.allSettled(glides.map(({ finished }) => finished)).then(() => onGlide(false));
      }
    }
    tops.current = now;
    shown.current = order;
  });
}

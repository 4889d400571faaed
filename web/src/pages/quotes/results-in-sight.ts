// On a phone, prices appear a screen or two below the button, so the page scrolls there and moves the focus for
// keyboards and screen readers. If the prices are already in view, the focus stays in its field.
import { type RefObject, useEffect } from 'react';

/** Share of the screen's height: results below it are mostly out of view. */
const inSight = 0.3;

export function useResultsInSight(results: RefObject<HTMLElement | null>, isAsking: boolean): void {
  useEffect(() => {
    const place = results.current;
    if (!isAsking || place === null) return;
    const { top } = place.getBoundingClientRect();
    const isSeen = top >= 0 && top < window.innerHeight * inSight;
    if (isSeen && document.activeElement instanceof HTMLInputElement) return;
    place.focus({ preventScroll: true });
    if (isSeen) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
  }, [results, isAsking]);
}

// On a phone the prices are a screen or two below the button that asks for them: whoever asks is brought to them, and the
// keyboard and those who listen go on there. Where they are in sight already, nobody is moved out of the field they are in.
import { type RefObject, useEffect } from 'react';

/** Of the screen’s height: of what begins lower too little is seen. */
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

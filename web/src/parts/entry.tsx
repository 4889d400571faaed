// One row of a short list with its actions at the end, or below on narrow screens. When the row that has the focus is
// removed, the focus moves to its panel; when only the pressed button is removed, to the row.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './entry.module.css';

export function Entry({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const entry = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<Node>(null);
  useLayoutEffect(() => {
    const here = entry.current;
    const panel = here?.closest('section');
    const note = ({ target }: FocusEvent): void => {
      lastFocused.current = target instanceof Node ? target : null;
    };
    here?.addEventListener('focusin', note);
    return () => {
      here?.removeEventListener('focusin', note);
      requestAnimationFrame(() => takeLostFocus(panel));
    };
  }, []);
  useLayoutEffect(() => {
    if (lastFocused.current?.isConnected === false) takeLostFocus(entry.current);
  });
  return (
    <div className={classes.entry} ref={entry}>
      <div className={classes.what}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

function takeLostFocus(place: HTMLElement | null | undefined): void {
  if (place?.isConnected !== true || document.activeElement !== document.body) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// One of a few things under each other: what it is, and at its end what can be done to it, below where there is no room
// beside. Gone with the focus in it, or in the question it asked, the keyboard goes on at the panel it was in.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './entry.module.css';

export function Entry({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const entry = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = entry.current?.closest('section');
    return () => {
      requestAnimationFrame(() => {
        if (panel?.isConnected !== true || document.activeElement !== document.body) return;
        panel.tabIndex = -1;
        panel.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <div className={classes.entry} ref={entry}>
      <div className={classes.what}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

// A carrier's name after its mark, so that rows of one carrier are found at a glance.
import type { CSSProperties, ReactNode } from 'react';
import { markOf } from './carrier-mark.ts';
import classes from './marked-carrier.module.css';

type MarkedCarrierProps = {
  /** The carrier's name, without the service. */
  carrier: string;
  /** Shown after the mark; the name if absent. */
  children?: ReactNode;
};

export function MarkedCarrier({ carrier, children = carrier }: MarkedCarrierProps) {
  const { letters, hue } = markOf(carrier);
  return (
    <span className={classes.marked}>
      <span
        className={classes.mark}
        style={{ '--mark-hue': hue } as CSSProperties}
        aria-hidden="true"
        data-letters={letters}
      />
      <span>{children}</span>
    </span>
  );
}

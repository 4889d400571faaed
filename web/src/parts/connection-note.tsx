// Says that the connection is lost, over the page and without moving it.
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import classes from './connection-note.module.css';

export const noConnection = 'No connection. The page continues when the connection is back.';

const subscribe = (listener: () => void): (() => void) => onlineManager.subscribe(listener);

export function ConnectionNote() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <div role="status" className={classes.place}>
      {isOnline ? null : <p className={classes.note}>{noConnection}</p>}
    </div>
  );
}

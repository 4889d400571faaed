// The command palette opens a page together with its dialog for a new record.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

export function useAskedToAdd(openDialog: () => void): void {
  const navigate = useNavigate();
  const isAsked = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.isAdding === true,
  });
  const answer = useEffectEvent(() => {
    openDialog();
    // A reload does not open it again.
    void navigate({ to: '.', search: true, replace: true });
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}

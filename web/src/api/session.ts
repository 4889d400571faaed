// The signed-in member, under one name in the query cache. When an answer reports the end of the session, the entry is
// removed and the router opens the sign-in page.
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../../src/domain/users/role.ts';
import { ask, keepSession } from './client.ts';
import { forgetKept } from './kept-here.ts';
import { meetUser } from './other-tabs.ts';
import type { Member, Role, Session } from './wire.ts';

const never = new Promise<Session>(() => {});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await ask<Session>('GET', '/session', { signal });
    // For a different user the page reloads; until then it shows nothing of theirs.
    return meetUser(session.user?.id ?? null) ? keptSession(session) : await never;
  },
  // The operator may change a member's permissions: load them again when the window gets the focus.
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

function keptSession(session: Session): Session {
  keepSession(session);
  return session;
}

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/**
 * For pages behind the sign-in. When a session ends, the page keeps showing the member until the router has opened
 * the sign-in page.
 */
export function useMember(): Member {
  const { member } = useSession();
  const [shown] = useState(member);
  const one = member ?? shown;
  if (one === null) throw new Error('this page is shown to members only');
  return one;
}

/** Whether the user's role allows what needs this role. The service decides; pages only say it early. */
export function useMay(needed: Role): boolean {
  const { user } = useSession();
  // While a session ends, the page stays as it is.
  return user === null || allows(user.role, needed);
}

const endedKey = ['session ended'];

/** The session expired: the sign-in page says so. Cleared by the next sign-in. */
export function endSession(queries: QueryClient): void {
  queries.setQueryData(endedKey, true);
  queries.setQueryData(sessionQuery.queryKey, (known) =>
    known === undefined
      ? undefined
      : { ...known, member: null, user: null, csrf_token: '', is_operator: false },
  );
}

export function useIsSessionEnded(): boolean {
  return useQueryClient().getQueryData(endedKey) === true;
}

/** Everything loaded so far belongs to the previous member. */
function rememberSession(queries: QueryClient, session: Session): void {
  queries.clear();
  queries.setQueryData(sessionQuery.queryKey, keptSession(session));
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string; code?: string }) =>
      ask<Session>('POST', '/session', { body }),
    onSuccess: (session) => rememberSession(queries, session),
  });
}

export function useSignUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, string>) => ask<Session>('POST', '/members', { body }),
    onSuccess: (session) => rememberSession(queries, session),
  });
}

export function useAcceptInvitation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      ask<Session>('POST', '/invitations/accept', { body }),
    onSuccess: (session) => rememberSession(queries, session),
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (where: 'here' | 'everywhere') =>
      ask<Session>('DELETE', where === 'here' ? '/session' : '/sessions'),
    onSuccess: (session) => {
      forgetKept();
      rememberSession(queries, session);
    },
  });
}

/** An operator who is registered for GST sends tax invoices. */
export const useInvoiceName = (): string =>
  useSession().is_gst_registered ? 'Tax invoice' : 'Invoice';

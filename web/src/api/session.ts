// Who is signed in, as every page needs to know. Kept in the query cache under one name; when any answer says that the
// session is over, it is forgotten and the router leads to the sign-in page.
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ask, keepSession } from './client.ts';
import { forgetKept } from './kept-here.ts';
import { meetMember } from './other-tabs.ts';
import type { Member, Session } from './wire.ts';

const never = new Promise<Session>(() => {});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await ask<Session>('GET', '/session', { signal });
    // For somebody else the page is loaded anew; until then nothing of them is shown here.
    return meetMember(session.member?.id ?? null) ? heard(session) : await never;
  },
  // What a member may do is changed by others: whoever comes back to the window sees it as it is now.
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

function heard(session: Session): Session {
  keepSession(session);
  return session;
}

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/**
 * For pages behind the sign-in; the router has made sure of it. A session that ends while a page is shown leaves it as it
 * is until the router has led to the sign-in.
 */
export function useMember(): Member {
  const { member } = useSession();
  const [shown] = useState(member);
  const one = member ?? shown;
  if (one === null) throw new Error('this page is shown to members only');
  return one;
}

const endedKey = ['session ended'];

/** Nobody signed out: the sign-in page says so. Forgotten with all the rest when somebody signs in. */
export function endSession(queries: QueryClient): void {
  queries.setQueryData(endedKey, true);
  queries.setQueryData(sessionQuery.queryKey, (known) =>
    known === undefined
      ? undefined
      : { ...known, member: null, csrf_token: '', is_operator: false },
  );
}

export function useIsSessionEnded(): boolean {
  return useQueryClient().getQueryData(endedKey) === true;
}

/** Everything that was loaded belonged to whoever was signed in before. */
function rememberSession(queries: QueryClient, session: Session): void {
  queries.clear();
  queries.setQueryData(sessionQuery.queryKey, heard(session));
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
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

/** What the operator's bills to members are called: registered for GST, they are tax invoices. */
export const useInvoiceName = (): string =>
  useSession().is_gst_registered ? 'Tax invoice' : 'Invoice';

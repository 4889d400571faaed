// A member's own account: details, password and active sessions.
import { Badge, Button, Group, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, refusalOf } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { sessionQuery, useMember, useSignOut } from '../../api/session.ts';
import type { Member, OpenSession, PasswordChanged } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Entry } from '../../parts/entry.tsx';
import { when } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { KeysGoOn } from '../../parts/keys-go-on.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import { TwoFactorPart } from '../users/two-factor-part.tsx';
import { BrandingPanel } from './branding-panel.tsx';
import { NewPasswordField } from './sign-in-fields.tsx';

export function AccountPage() {
  return (
    <Page title="Your account">
      <RoleGate needs="admin">
        <Details />
        <BrandingPanel />
      </RoleGate>
      <PasswordPart />
      <TwoFactorPart />
      <Devices />
    </Page>
  );
}

function Details() {
  const member = useMember();
  const queries = useQueryClient();
  const [details, setDetails] = useState(member);
  const [password, setPassword] = useState('');
  const save = useMutation({
    // Takes the details as an argument: the form may be submitted in the same moment as its suburb is found, before
    // the state is updated.
    mutationFn: (body: Omit<Member, 'id'> & { current_password: string }) =>
      ask<Member>('PUT', '/member', { body }),
    onSuccess: (saved, sent) => {
      queries.setQueryData(sessionQuery.queryKey, (before) =>
        before === undefined ? before : { ...before, member: saved },
      );
      setPassword('');
      // The e-mail may be the user's too.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      const isMailed = saved.email.toLowerCase() !== sent.email.trim().toLowerCase();
      notifications.show({
        message: isMailed
          ? `Your details are saved. We sent a link to ${sent.email.trim()}: open it to change the e-mail. Until then it stays ${saved.email}.`
          : 'Your details are saved.',
      });
    },
  });
  const refusal = refusalOf(save.error);
  const wrong = (field: string): string | undefined =>
    field === 'email' && refusal?.code === 'email_taken' ? refusal.message : refusal?.field(field);
  const put = (change: Partial<Member>): void => setDetails({ ...details, ...change });
  const input = (field: keyof Member & string, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      autoComplete={autoComplete}
      value={String(details[field])}
      error={wrong(field)}
      onChange={(event) => put({ [field]: event.currentTarget.value })}
    />
  );
  const isNewEmail = details.email.trim().toLowerCase() !== member.email.toLowerCase();
  const submit = (): void => {
    const { id: _id, ...body } = details;
    save.mutate({ ...body, current_password: password });
  };
  return (
    <Panel title="Your details" about="The suburb is where new quotes begin.">
      <Form onSubmit={submit}>
        {refusal?.body.errors === undefined && refusal?.code !== 'email_taken' ? (
          <Problem error={save.error} />
        ) : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {input('company_name', 'Company', 'organization')}
          {input('phone', 'Phone', 'tel')}
          {input('first_name', 'First name', 'given-name')}
          {input('last_name', 'Last name', 'family-name')}
          <SuburbSearch
            label="Suburb"
            offersCountries={false}
            value={{
              country: 'AU',
              countryName: 'Australia',
              suburb: details.suburb,
              postcode: details.postcode,
              state: details.state,
            }}
            onChange={({ suburb, postcode, state }) =>
              put({ suburb, postcode, state, country: 'AU' })
            }
          />
          {input('email', 'E-mail', 'email')}
        </SimpleGrid>
        {isNewEmail ? (
          <PasswordInput
            label="Your password, for the new e-mail"
            autoComplete="current-password"
            maw={360}
            value={password}
            error={wrong('current_password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save details
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function PasswordPart() {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () =>
      ask<PasswordChanged>('PUT', '/member/password', {
        body: { current_password: current, password },
      }),
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      notifications.show({ message: 'The password is changed. Other devices are signed out.' });
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const refusal = refusalOf(change.error);
  return (
    <Panel title="Password" about="A new password signs out every other device.">
      <Form onSubmit={change.mutate} maw={400}>
        {refusal?.body.errors === undefined ? <Problem error={change.error} /> : null}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          error={refusal?.field('current_password')}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordField
          value={password}
          error={refusal?.field('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change the password
          </Button>
        </div>
        {change.isSuccess ? <KeysGoOn keys={change.data.active_keys} /> : null}
      </Form>
    </Panel>
  );
}

function Devices() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: read<OpenSession[]>('/sessions'),
  });
  const end = useMutation({
    mutationFn: (id: number) => ask('DELETE', `/sessions/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Panel title="Where you are signed in">
      <Awaiting of={{ data, error, refetch }} what="devices" />
      <Problem error={end.error} />
      {data?.map((session) => (
        <Entry
          key={session.id}
          actions={
            session.is_current ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Sign out ${deviceName(session.user_agent)}, since ${when(session.created_at)}`}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )
          }
        >
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {deviceName(session.user_agent)}
            </Text>
            {session.is_current ? (
              <Badge size="sm" variant="light">
                This one
              </Badge>
            ) : null}
          </Group>
          <Text size="sm" c="dimmed">
            since {when(session.created_at)}, last used {when(session.last_used_at)}
          </Text>
        </Entry>
      ))}
      <Group mt="md">
        <ConfirmButton
          title="Sign out everywhere?"
          about="Every device is signed out, this one too. You sign in again with your password."
          verb="Sign out everywhere"
          wayOut="Stay signed in"
          isPending={signOut.isPending}
          error={signOut.error}
          onConfirm={() =>
            signOut.mutateAsync('everywhere').then(() => navigate({ to: '/sign-in' }))
          }
        >
          Sign out everywhere
        </ConfirmButton>
      </Group>
    </Panel>
  );
}

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

function deviceName(userAgent: string): string {
  const name = (table: readonly [RegExp, string][]): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [name(browsers), name(systems)].filter((part) => part !== undefined);
  return parts.length === 0 ? userAgent || 'A device without a name' : parts.join(' on ');
}

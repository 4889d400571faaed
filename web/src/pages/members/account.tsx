// A member's own account: details, password and active sessions.
import { Badge, Button, Group, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { sessionQuery, useMember, useSignOut } from '../../api/session.ts';
import type { Member, OpenSession, PasswordChanged } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Entry } from '../../parts/entry.tsx';
import { useFields } from '../../parts/fields.ts';
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
  const save = useMutation({
    // Takes the details as an argument: the form may be submitted in the same moment as its suburb is found, before
    // the state is updated.
    mutationFn: (body: Omit<Member, 'id'> & { current_password: string }) =>
      ask<Member>('PUT', '/member', { body }),
    onSuccess: (saved, sent) => {
      queries.setQueryData(sessionQuery.queryKey, (before) =>
        before === undefined ? before : { ...before, member: saved },
      );
      put({ current_password: '' });
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
  const first = { ...member, current_password: '' };
  const { values: details, put, field, wrong, rest } = useFields(first, save.error);
  const isNewEmail = details.email.trim().toLowerCase() !== member.email.toLowerCase();
  const submit = (): void => {
    const { id: _id, ...body } = details;
    save.mutate(body);
  };
  return (
    <Panel title="Your details" about="The suburb is where new quotes begin.">
      <Form onSubmit={submit}>
        <Problem error={rest} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Company" autoComplete="organization" {...field('company_name')} />
          <TextInput label="Phone" autoComplete="tel" {...field('phone')} />
          <TextInput label="First name" autoComplete="given-name" {...field('first_name')} />
          <TextInput label="Last name" autoComplete="family-name" {...field('last_name')} />
          <SuburbSearch
            label="Suburb"
            offersCountries={false}
            error={wrong('suburb') ?? wrong('postcode') ?? wrong('state')}
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
          <TextInput label="E-mail" autoComplete="email" {...field('email')} />
        </SimpleGrid>
        {isNewEmail ? (
          <PasswordInput
            label="Your password, for the new e-mail"
            autoComplete="current-password"
            maw={360}
            {...field('current_password')}
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

const blankPasswords = { current_password: '', password: '' };

function PasswordPart() {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: typeof blankPasswords) =>
      ask<PasswordChanged>('PUT', '/member/password', { body }),
    onSuccess: () => {
      put(blankPasswords);
      notifications.show({ message: 'The password is changed. Other devices are signed out.' });
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const { values, put, field, rest } = useFields(blankPasswords, change.error);
  return (
    <Panel title="Password" about="A new password signs out every other device.">
      <Form onSubmit={() => change.mutate(values)} maw={400}>
        <Problem error={rest} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...field('current_password')}
        />
        <NewPasswordField {...field('password')} />
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

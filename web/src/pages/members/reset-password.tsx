// A new password with a link. The link's secret is behind the # of the address, which browsers never send to a server.
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, ask } from '../../api/client.ts';
import type { PasswordChanged } from '../../api/wire.ts';
import { KeysGoOn } from '../../parts/keys-go-on.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { VisitorPage } from './visitor-page.tsx';

export function ResetPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const redeem = useMutation({
    mutationFn: () =>
      ask<PasswordChanged>('POST', '/password-resets/redeem', { body: { token, password } }),
  });
  const wrong = redeem.error instanceof ApiError ? redeem.error.field('password') : undefined;
  if (redeem.isSuccess) {
    return (
      <VisitorPage title="Your new password is set">
        <Text>Every device has been signed out. Sign in with the new password.</Text>
        <KeysGoOn keys={redeem.data.active_keys} />
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </VisitorPage>
    );
  }
  if (token === '') {
    return (
      <VisitorPage title="This link is incomplete">
        <Text>
          Open the whole link that you received, or{' '}
          <TextLink to="/forgot-password">ask for a new one</TextLink>.
        </Text>
      </VisitorPage>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    redeem.mutate();
  };
  return (
    <VisitorPage title="Set a new password" about="Every device will be signed out.">
      <form onSubmit={submit}>
        <Stack>
          {wrong === undefined ? <Problem error={redeem.error} /> : null}
          <PasswordInput
            label="New password"
            description="At least 10 characters. A few words are easy to remember."
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            error={wrong}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={redeem.isPending}>
            Set the password
          </Button>
        </Stack>
      </form>
    </VisitorPage>
  );
}

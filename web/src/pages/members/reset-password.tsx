// A new password with a link. The link's secret is behind the # of the address, which browsers never send to a server.
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { PasswordChanged } from '../../api/wire.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { KeysGoOn } from '../../parts/keys-go-on.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { NewPasswordField } from './sign-in-fields.tsx';
import { VisitorPage } from './visitor-page.tsx';

export function ResetPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const redeem = useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      ask<PasswordChanged>('POST', '/password-resets/redeem', { body }),
  });
  const { values, field, rest } = useFields({ password: '' }, redeem.error);
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
  return (
    <VisitorPage title="Set a new password" about="Every device will be signed out.">
      <Form onSubmit={() => redeem.mutate({ token, ...values })}>
        <Problem error={rest} />
        <NewPasswordField {...field('password')} />
        <Button type="submit" size="md" loading={redeem.isPending}>
          Set the password
        </Button>
      </Form>
    </VisitorPage>
  );
}

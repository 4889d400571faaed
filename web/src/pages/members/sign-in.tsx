// The sign-in page. Afterwards it opens the page that the person wanted.
import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsSessionEnded, useSignIn } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { useGoOn } from './go-on.ts';
import { EmailField } from './sign-in-fields.tsx';
import { VisitorPage } from './visitor-page.tsx';

const signedOutWords = 'You were signed out. Sign in to go on where you were.';

export function SignInPage() {
  const { to } = useSearch({ from: '/visitors/sign-in' });
  const goOn = useGoOn();
  const signIn = useSignIn();
  const isEnded = useIsSessionEnded();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (): void => signIn.mutate({ email, password }, { onSuccess: () => goOn(to) });
  return (
    <VisitorPage
      title="Sign in"
      about={
        to === undefined ? undefined : isEnded ? signedOutWords : 'Sign in to go on where you were.'
      }
    >
      <Form onSubmit={submit}>
        <Problem error={signIn.error} title="You are not signed in" />
        <EmailField
          name="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          Sign in
        </Button>
        <Group justify="space-between">
          <Text size="sm">
            New here?{' '}
            <TextLink to="/sign-up" search={to === undefined ? {} : { to }}>
              Create an account
            </TextLink>
          </Text>
          <TextLink to="/forgot-password" size="sm">
            Forgotten the password?
          </TextLink>
        </Group>
      </Form>
    </VisitorPage>
  );
}

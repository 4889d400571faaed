// The sign-in page. Afterwards it opens the page that the person wanted.
import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { useIsSessionEnded, useSignIn } from '../../api/session.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { useGoOn } from './go-on.ts';
import { EmailField } from './sign-in-fields.tsx';
import { VisitorPage } from './visitor-page.tsx';

const signedOutWords = 'You were signed out. Sign in to go on where you were.';

/** Moves the focus to a field that has just appeared. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus();

export function SignInPage() {
  const { to } = useSearch({ from: '/visitors/sign-in' });
  const goOn = useGoOn();
  const signIn = useSignIn();
  const isEnded = useIsSessionEnded();
  const { values, field } = useFields({ email: '', password: '', code: '' }, null);
  // Asked for once the password is right.
  const [asksCode, setAsksCode] = useState(false);
  const isFirstAsk = refusalOf(signIn.error)?.code === 'second_factor_needed';
  const { email, password, code } = values;
  const submit = (): void =>
    signIn.mutate(
      { email, password, ...(asksCode ? { code } : {}) },
      {
        onSuccess: () => goOn(to),
        onError: (error) => {
          if (refusalOf(error)?.code === 'second_factor_needed') setAsksCode(true);
        },
      },
    );
  return (
    <VisitorPage
      title="Sign in"
      about={
        to === undefined ? undefined : isEnded ? signedOutWords : 'Sign in to go on where you were.'
      }
    >
      <Form onSubmit={submit}>
        {isFirstAsk ? null : <Problem error={signIn.error} title="You are not signed in" />}
        <EmailField name="email" {...field('email')} />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...field('password')}
        />
        {asksCode ? (
          <TextInput
            label="Code"
            description="That your authenticator app shows, or a recovery code."
            name="code"
            inputMode="text"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            ref={focusOnce}
            {...field('code')}
          />
        ) : null}
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

// Creates an account without approval. Without a mail server the new member is signed in at once; with one, a link
// confirms the e-mail address.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSignUp } from '../../api/session.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { useGoOn } from './go-on.ts';
import { EmailField, NewPasswordField } from './sign-in-fields.tsx';
import { VisitorPage } from './visitor-page.tsx';

const blank = { company_name: '', first_name: '', last_name: '', email: '', password: '' };

export function SignUpPage() {
  const { to } = useSearch({ from: '/visitors/sign-up' });
  const goOn = useGoOn();
  const signUp = useSignUp();
  const { values: details, field, rest } = useFields(blank, signUp.error);
  const submit = (): void => {
    signUp.mutate(details, {
      onSuccess: ({ member }) => {
        if (member !== null) goOn(to);
      },
    });
  };
  if (signUp.data?.member === null)
    return (
      <VisitorPage title="Check your e-mail">
        <Stack>
          <Text>
            We sent a link to {details.email.trim()}. Open it within a day to finish your account,
            then sign in. If no e-mail comes, check your spam folder or send the link again.
          </Text>
          <Form onSubmit={submit}>
            <Button type="submit" variant="default" loading={signUp.isPending}>
              Send link again
            </Button>
          </Form>
          <TextLink to="/sign-in">Sign in</TextLink>
        </Stack>
      </VisitorPage>
    );
  return (
    <VisitorPage
      title="Create an account"
      about="Free, at once, and without approval. Quotes work right away."
    >
      <Form onSubmit={submit}>
        <Problem error={rest} />
        <TextInput
          label="Company"
          autoComplete="organization"
          name="company_name"
          {...field('company_name')}
        />
        <Group grow align="flex-start">
          <TextInput
            label="First name"
            autoComplete="given-name"
            name="first_name"
            {...field('first_name')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            name="last_name"
            {...field('last_name')}
          />
        </Group>
        <EmailField name="email" {...field('email')} />
        <NewPasswordField label="Password" name="password" {...field('password')} />
        <Button type="submit" size="md" loading={signUp.isPending}>
          Create account
        </Button>
        <Text size="sm">
          Already have an account?{' '}
          <TextLink to="/sign-in" search={to === undefined ? {} : { to }}>
            Sign in
          </TextLink>
        </Text>
      </Form>
    </VisitorPage>
  );
}

// What to do about a forgotten password where the service sends no e-mail: whoever runs it makes a link.
import { Code, Stack, Text } from '@mantine/core';
import { TextLink } from '../parts/links.tsx';
import { VisitorPage } from './visitor-page.tsx';

export function ForgotPasswordPage() {
  return (
    <VisitorPage title="Forgotten the password?">
      <Stack>
        <Text>
          Ask whoever runs this service for a link to set a new one. They make it with this command:
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          npx linehaul member reset --member your@e-mail
        </Code>
        <Text size="sm">
          <TextLink to="/sign-in">Back to signing in</TextLink>
        </Text>
      </Stack>
    </VisitorPage>
  );
}

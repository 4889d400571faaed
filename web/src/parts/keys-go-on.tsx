// A note after a password change: API keys keep working, including any key that a stranger created.
import { Text } from '@mantine/core';
import { plural } from './figures.tsx';
import { TextLink } from './links.tsx';

export function KeysGoOn({ keys }: { keys: number }) {
  if (keys === 0) return null;
  return (
    <Text>
      {plural(keys, 'API key keeps', 'API keys keep')} working, so that no shop stops.{' '}
      <TextLink to="/keys" inherit>
        Switch off those you don’t know
      </TextLink>
      .
    </Text>
  );
}

// A note after a change of password: API keys still work, including one that a stranger may have created.
import { Text } from '@mantine/core';
import { plural } from './figures.tsx';
import { TextLink } from './links.tsx';

export function KeysGoOn({ keys }: { keys: number }) {
  if (keys === 0) return null;
  return (
    <Text>
      {plural(keys, 'API key goes', 'API keys go')} on working, so that no shop stops.{' '}
      <TextLink to="/keys" inherit>
        Switch off those you don’t know
      </TextLink>
      .
    </Text>
  );
}

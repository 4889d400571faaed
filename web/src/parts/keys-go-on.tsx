// Said after a change of the password: it signs people out, not shops. Whoever knew the old one may have made a key.
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

// Prices that nobody will honour are called so wherever somebody might believe them.
import { Alert } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { Icon } from './icon.tsx';
import { TextLink } from './links.tsx';

/** `of` is how many prices there are, `samples` how many of them are invented. */
export function SampleNote({ samples, of }: { samples: number; of: number }) {
  const { is_operator: isOperator } = useSession();
  if (samples === 0) return null;
  return (
    <Alert color="ochre" icon={<Icon name="alert" />} title={titleOf(samples, of)} role="note">
      {samples === of
        ? 'No carrier has agreed to it'
        : 'No carrier has agreed to those marked “Sample”'}
      : the rate cards behind it are samples that ship with Linehaul.{' '}
      {isOperator ? (
        <>
          Put your own <TextLink to="/operator/rate-cards">rate cards</TextLink> in their place.
        </>
      ) : (
        'Ask whoever runs this service before you rely on it.'
      )}
    </Alert>
  );
}

function titleOf(samples: number, of: number): string {
  if (of === 1) return 'This price is invented';
  return samples === of
    ? 'These prices are invented'
    : `${samples} of these ${of} prices are invented`;
}

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
      {aboutOf(samples, of)}{' '}
      {isOperator ? (
        <>
          Put your own{' '}
          <TextLink to="/operator/rate-cards" inherit>
            rate cards
          </TextLink>{' '}
          in their place.
        </>
      ) : (
        'Ask whoever runs this service what carriage really costs.'
      )}
    </Alert>
  );
}

function aboutOf(samples: number, of: number): string {
  if (of === 1)
    return 'No carrier has agreed to it: its rate card is a sample that ships with Linehaul.';
  const which = samples === of ? 'them' : 'those marked “Sample”';
  return `No carrier has agreed to ${which}: their rate cards are samples that ship with Linehaul.`;
}

function titleOf(samples: number, of: number): string {
  if (of === 1) return 'This price is invented';
  return samples === of
    ? 'These prices are invented'
    : `${samples} of these ${of} prices are invented`;
}

// Marks invented prices as samples wherever a reader could take them for real.
import { Alert, Button, type MantineSpacing, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { samplesQuery } from '../api/carriers.ts';
import { useSession } from '../api/session.ts';
import { Icon } from './icon.tsx';
import { TextLink } from './links.tsx';

type SampleNoteProps = { samples: number; of: number; mt?: MantineSpacing };

/** `of`: how many prices are shown; `samples`: how many of them are invented. */
export function SampleNote({ samples, of, mt = 0 }: SampleNoteProps) {
  const { is_operator: isOperator } = useSession();
  const { data, error, refetch } = useQuery(samplesQuery);
  const looks = { color: 'ochre', icon: <Icon name="alert" />, role: 'note', mt };
  if (of > 0 && data === undefined && error !== null) {
    return (
      <Alert {...looks} title={`We do not know whether ${theseAre(of)} invented`}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            We could not check which rate cards are the samples that ship with Linehaul:{' '}
            {error.message}
          </Text>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (samples === 0) return null;
  return (
    <Alert {...looks} title={titleOf(samples, of)}>
      {aboutOf(of)}{' '}
      {isOperator ? (
        <>
          Add your own{' '}
          <TextLink to="/operator/rate-cards" inherit>
            rate cards
          </TextLink>{' '}
          instead.
        </>
      ) : (
        'Ask your freight desk for real prices.'
      )}
    </Alert>
  );
}

function aboutOf(of: number): string {
  if (of === 1)
    return 'No carrier has agreed to it: its rate card is a sample that ships with Linehaul.';
  return 'No carrier has agreed to them: their rate cards are samples that ship with Linehaul.';
}

function titleOf(samples: number, of: number): string {
  if (of === 1) return 'This price is invented';
  return samples === of
    ? 'These prices are invented'
    : `${samples} of these ${of} prices are invented`;
}

const theseAre = (of: number): string => (of === 1 ? 'this price is' : 'these prices are');

// Whom a member asks: whoever runs the service, by name and with an address where there is one.
import { Anchor } from '@mantine/core';
import { useSession } from '../api/session.ts';

/** What a service is called whose operator has given no name. */
const noName = 'Linehaul';

export function FreightDesk() {
  const { operator_name: name, operator_email: email } = useSession();
  return (
    <>
      {name === noName ? 'your freight desk' : name}
      {email === null ? null : (
        <>
          {' ('}
          <Anchor href={`mailto:${email}`} inherit>
            {email}
          </Anchor>
          )
        </>
      )}
    </>
  );
}

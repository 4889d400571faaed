// The operator's name and contact, for members who need help.
import { Anchor } from '@mantine/core';
import { useSession } from '../api/session.ts';

/** The name if the operator has set none. */
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

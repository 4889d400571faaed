// Shows what a user may read but not change: the reason, and the content with its controls disabled.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../api/session.ts';
import type { Role } from '../api/wire.ts';
import classes from './role-gate.module.css';

type RoleGateProps = { needs: Exclude<Role, 'viewer'>; children: ReactNode };

const those = { booker: 'Bookers and admins', admin: 'Admins' };

export function RoleGate({ needs, children }: RoleGateProps) {
  const { user } = useSession();
  if (useMay(needs)) return children;
  return (
    <div className={classes.gate}>
      <Alert color="ochre" title={`Your role is ${user?.role ?? 'viewer'}`}>
        {those[needs]} of your team can change this. Ask one of them, or for another role.
      </Alert>
      <fieldset disabled className={classes.content}>
        {children}
      </fieldset>
    </div>
  );
}

// The roles of users by name.
import type { Role } from '../../api/wire.ts';

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  booker: 'Booker',
  admin: 'Admin',
};

export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value, label }));

// The token of a print agent, in the Authorization header.
import type { IncomingHttpHeaders } from 'node:http';

/** Blank if there is none. */
export const readAgentToken = ({ authorization = '' }: IncomingHttpHeaders): string =>
  /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';

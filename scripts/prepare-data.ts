// Runs after the packages are installed: turns the locality packages into the compact file the
// service starts from. Does nothing when that has been done already. A failure here must not
// break an installation, since the service makes the file itself at its first start.

import { prepareShippedLocalities } from '../src/adapters/locations/shipped-localities.ts';

try {
  const { count, isNew } = await prepareShippedLocalities();
  console.log(`${count} Australian localities ${isNew ? 'prepared' : 'are already prepared'}.`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`Australian localities will be prepared at the first start (${reason}).`);
}

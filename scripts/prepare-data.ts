// Runs after the packages are installed: turns data packages into the compact files the service starts from, the
// localities and the public holidays. Does nothing that has been done already. A failure here must not break an
// installation, since the service makes the files itself at its first start.
import { join } from 'node:path';
import { prepareHolidays } from '../src/adapters/calendar/load-holidays.ts';
import { prepareShippedLocalities } from '../src/adapters/locations/shipped-localities.ts';

try {
  const { count, isNew } = await prepareShippedLocalities();
  await prepareHolidays({
    directory: join(import.meta.dirname, '..', 'generated'),
    currentYear: new Date().getFullYear(),
  });
  console.log(
    `${count} Australian localities ${isNew ? 'prepared' : 'are already prepared'}, public holidays too.`,
  );
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`Localities and holidays will be prepared at the first start (${reason}).`);
}

// Runs after the packages are installed: turns data packages and carrier files into the compact files that the
// service starts from. Skips finished work. A failure must not break an installation, since the service makes the
// files itself at its first start.
import { join } from 'node:path';
import { prepareHolidays } from '../src/adapters/calendar/load-holidays.ts';
import { shippedCarriersDir } from '../src/adapters/carriers/open-carriers.ts';
import { openPreparedCarriers } from '../src/adapters/carriers/prepared-carriers.ts';
import { CarrierRegistry } from '../src/adapters/carriers/registry.ts';
import { prepareShippedLocalities } from '../src/adapters/places/shipped-localities.ts';
import { buildWeb } from '../web/build.ts';
import { foldProgram } from './fold-program.ts';

const directory = join(import.meta.dirname, '..', 'generated');

try {
  const { count } = await prepareShippedLocalities();
  await prepareHolidays({ directory, currentYear: new Date().getFullYear() });
  const prepared = openPreparedCarriers(directory);
  const { snapshot } = await CarrierRegistry.open({ shippedDir: shippedCarriersDir, prepared });
  console.log(
    `Prepared: ${count} Australian localities, public holidays, ${snapshot.carriers.length} carriers.`,
  );
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`Data will be prepared at the first start instead (${reason}).`);
}

try {
  await buildWeb();
  console.log('Prepared: the members area.');
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`The members area will be built at the first start instead (${reason}).`);
}

try {
  await foldProgram();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.log(`Linehaul will start a little slower (${reason}).`);
}

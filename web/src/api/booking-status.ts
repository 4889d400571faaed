// What the pages make of a booking's status, in one table: its colour, and what is true of a booking in it. The service's own
// table is `src/domain/bookings/booking-status.ts`; a test compares the two.
import type { Booking } from './wire.ts';

type Standing = {
  colour: 'gray' | 'eucalypt' | 'blue' | 'ochre' | 'red';
  stage: 'quoted' | 'under_way' | 'settled' | 'cancelled';
  /** Who finds out what becomes of it. */
  awaits: 'nobody' | 'recovery' | 'person';
};

const standings: Readonly<Record<string, Standing>> = {
  new: { colour: 'gray', stage: 'quoted', awaits: 'nobody' },
  'Pending Payment': { colour: 'ochre', stage: 'under_way', awaits: 'recovery' },
  Paid: { colour: 'eucalypt', stage: 'settled', awaits: 'nobody' },
  'Pending Review': { colour: 'ochre', stage: 'settled', awaits: 'person' },
  'Request Sent': { colour: 'blue', stage: 'under_way', awaits: 'recovery' },
  'Request Failed': { colour: 'red', stage: 'under_way', awaits: 'person' },
  Reviewed: { colour: 'eucalypt', stage: 'settled', awaits: 'nobody' },
  Confirmed: { colour: 'eucalypt', stage: 'settled', awaits: 'nobody' },
  Cancelled: { colour: 'gray', stage: 'cancelled', awaits: 'nobody' },
  'Booked Manually': { colour: 'eucalypt', stage: 'settled', awaits: 'nobody' },
};

/** Whatever a list of what was booked can be narrowed to, with the service's name of it. */
export const statusChoices = Object.entries(standings)
  .filter(([, { stage }]) => stage !== 'quoted')
  .map(([title]) => ({ value: title.toLowerCase().replaceAll(' ', '_'), title }));

type Stated = Pick<Booking, 'status'>;

export const colourOf = ({ status }: Stated): Standing['colour'] =>
  standings[status]?.colour ?? 'gray';

/** Not yet certain: the gateway or the carrier has not told, and the service goes on asking. */
export const isUnsettled = ({ status }: Stated): boolean =>
  standings[status]?.awaits === 'recovery';

/** Somebody at the freight desk looks at it. */
export const awaitsPerson = ({ status }: Stated): boolean => standings[status]?.awaits === 'person';

/** It may have been paid for or taken by its carrier: booked again it could be sent twice. */
export const isUnderWay = ({ status }: Stated): boolean => standings[status]?.stage === 'under_way';

export const isCancelled = ({ status }: Stated): boolean =>
  standings[status]?.stage === 'cancelled';

/** Booked, and somebody is to carry it. */
export const isSettled = ({ status }: Stated): boolean => standings[status]?.stage === 'settled';

/** Nobody knows what became of it, or somebody has to look at it: a person may have to finish it. */
export const isInTrouble = (booking: Stated): boolean =>
  isUnsettled(booking) || awaitsPerson(booking);

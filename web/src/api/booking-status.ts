// The colour of each booking status, its stage, and who has to act next. `src/domain/bookings/booking-status.ts` is
// the service's own table; a test compares the two.
import type { Booking } from './wire.ts';

type Standing = {
  colour: 'gray' | 'eucalypt' | 'blue' | 'ochre' | 'red';
  stage: 'quoted' | 'under_way' | 'settled' | 'cancelled';
  /** Who changes the status next. */
  awaits: 'nothing' | 'recovery' | 'person';
};

const standings: Readonly<Record<string, Standing>> = {
  new: { colour: 'gray', stage: 'quoted', awaits: 'nothing' },
  'Pending Payment': { colour: 'ochre', stage: 'under_way', awaits: 'recovery' },
  Paid: { colour: 'eucalypt', stage: 'settled', awaits: 'nothing' },
  'Pending Review': { colour: 'ochre', stage: 'settled', awaits: 'person' },
  'Request Sent': { colour: 'blue', stage: 'under_way', awaits: 'recovery' },
  'Request Failed': { colour: 'red', stage: 'under_way', awaits: 'person' },
  Reviewed: { colour: 'eucalypt', stage: 'settled', awaits: 'nothing' },
  Confirmed: { colour: 'eucalypt', stage: 'settled', awaits: 'nothing' },
  Cancelled: { colour: 'gray', stage: 'cancelled', awaits: 'nothing' },
  'Booked Manually': { colour: 'eucalypt', stage: 'settled', awaits: 'nothing' },
};

/** The filters of the list of bookings, with the service's names for them. */
export const statusChoices = Object.entries(standings)
  .filter(([, { stage }]) => stage !== 'quoted')
  .map(([title]) => ({ value: title.toLowerCase().replaceAll(' ', '_'), title }));

type Stated = Pick<Booking, 'status'>;

export const colourOf = ({ status }: Stated): Standing['colour'] =>
  standings[status]?.colour ?? 'gray';

/** The gateway or the carrier has not answered yet, and recovery keeps asking. */
export const isUnsettled = ({ status }: Stated): boolean =>
  standings[status]?.awaits === 'recovery';

/** The operator must review it. */
export const awaitsPerson = ({ status }: Stated): boolean => standings[status]?.awaits === 'person';

/** It may be charged or with the carrier, so booking it again could send it twice. */
export const isUnderWay = ({ status }: Stated): boolean => standings[status]?.stage === 'under_way';

export const isCancelled = ({ status }: Stated): boolean =>
  standings[status]?.stage === 'cancelled';

/** Booked with a carrier. */
export const isSettled = ({ status }: Stated): boolean => standings[status]?.stage === 'settled';

/** The result is unknown or needs review: a person may have to finish it. */
export const isInTrouble = (booking: Stated): boolean =>
  isUnsettled(booking) || awaitsPerson(booking);

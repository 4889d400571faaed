// /bookings/v4/{id}/custom_declaration: the spelling is the public interface's own.
// Tests: contract/confirm-terms, contract/customs-shown.
import { Type } from 'typebox';
import { declareCustoms } from '../../application/bookings/declare-customs.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { IdParam } from '../server/whole-number.ts';
import { noBooking } from './booking.ts';
import {
  DeclarationBody,
  DeclarationReply,
  parseDeclaration,
  presentDeclared,
} from './customs-declaration.ts';

export const declare = endpoint(
  {
    summary: 'Declare the contents of an international booking',
    description: 'Needed before it is confirmed; the last declaration given counts.',
    params: Type.Object({ id: IdParam.schema }),
    body: DeclarationBody,
    readsBodyItself: true,
    refusals: {
      ...noBooking,
      422: { when: 'The booking is already paid', example: 'booking_already_paid' },
    },
    reply: DeclarationReply,
  },
  async (app, { caller, params, body }) => {
    const countries = new Set(app.locations.countries.map(({ code }) => code));
    const declaration = parseDeclaration(body, countries);
    const id = bookingId(IdParam.read(params.id));
    await declareCustoms(app, signedIn(caller), id, declaration);
    return { id, customs_declaration: presentDeclared(declaration) };
  },
);

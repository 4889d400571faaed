// /operator/carriers…: which services are enabled, which rate cards price them and how reliably they answer.
// Tests: contract/operator-area.
import { Type } from 'typebox';
import { healthOfService, listServices } from '../../application/carriers/list-services.ts';
import { switchCarrier } from '../../application/carriers/switch-carrier.ts';
import { endpoint } from '../server/endpoint.ts';
import { presentService, ServiceReply } from './operator-carrier.ts';

export const list = endpoint(
  { summary: 'Every service, its cards and its health', reply: Type.Array(ServiceReply) },
  async (app) =>
    (await listServices(app)).map((service) =>
      presentService(service, healthOfService(app, service.stringId)),
    ),
);

export const change = endpoint(
  {
    summary: 'Switch a service on or off',
    description: 'From the next quote on, in every process.',
    params: Type.Object({ id: Type.String({ description: 'string_id' }) }),
    body: Type.Object({ is_on: Type.Boolean() }),
    reply: Type.Object({ string_id: Type.String(), is_on: Type.Boolean() }),
  },
  async (app, { params: { id }, body }) => {
    await switchCarrier(app, id, !body.is_on);
    return { string_id: id, is_on: body.is_on };
  },
);

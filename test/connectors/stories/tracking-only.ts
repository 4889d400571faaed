// Stories of Border Express and Hi-Trans, which offer tracking only.
import { borderExpress } from '../../../carriers/border_express/connector/border-express.ts';
import { hiTrans } from '../../../carriers/hi_trans/connector/hi-trans.ts';
import { type CarrierStories, paperConsignment } from '../story.ts';

export const borderExpressStories: CarrierStories = {
  connector: borderExpress,
  account: { client_id: 'be-client', client_secret: 'be-secret-4' },
  headers: { authorization: 'Bearer be-token' },
  signIn: {
    asks: 'POST /token',
    answers: { json: { access_token: 'be-token', token_type: 'bearer', expires_in: 3600 } },
  },
  consignment: { ...paperConsignment, stringId: 'border_express' },
  stories: [
    {
      name: 'accepts the account when an unknown number is not found',
      operation: 'check',
      exchanges: [{ asks: 'GET /api/connotes/LINEHAUL-TEST/Statuses', answers: { status: 404 } }],
      gives: 'The account is accepted.',
    },
    {
      name: 'reads the history, with the place of each status',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /api/connotes/X1/Statuses',
          answers: {
            json: {
              Statuses: [
                {
                  Status: 'On Board',
                  DateOccurred: '2026-11-16T07:38:08+11:00',
                  Suburb: 'LAVERTON',
                  State: 'VIC',
                  Postcode: '3028',
                },
              ],
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 15, 20, 38, 8),
          raw: {
            datetime: '2026-11-16T07:38:08+11:00',
            status: 'On Board',
            location: 'LAVERTON VIC 3028',
          },
        },
      ],
    },
    {
      name: 'reads no history for an unknown number',
      operation: 'track',
      exchanges: [{ asks: 'GET /api/connotes/X1/Statuses', answers: { status: 404 } }],
      gives: [],
    },
  ],
};

export const hiTransStories: CarrierStories = {
  connector: hiTrans,
  account: { username: 'ht-user', password: 'ht-pass-1' },
  headers: { authorization: `Basic ${btoa('ht-user:ht-pass-1')}` },
  consignment: { ...paperConsignment, stringId: 'hi_trans' },
  stories: [
    {
      name: 'accepts the account when an unknown number is not found',
      operation: 'check',
      exchanges: [{ asks: 'GET /ws/rest/freight/status/LINEHAUL-TEST', answers: { status: 404 } }],
      gives: 'The account is accepted.',
    },
    {
      name: 'reads the status',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /ws/rest/freight/status/X1',
          answers: {
            json: {
              ConsignmentID: 1,
              ConsignmentNo: 'X1',
              DespatchDateTime: '2026-11-16T09:00:00',
              ConsignmentStatus: 'Departed Sender',
              StatusID: 11,
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: undefined,
          raw: { status: 'Departed Sender', event: '11' },
        },
      ],
    },
  ],
};

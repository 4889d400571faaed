// The schema of Allied's gateway, as its own refusals print it.
import type { TSchema } from 'typebox';

const stopProperties = {
  companyName: {
    minLength: 2,
    type: 'string',
  },
  contact: {
    minLength: 2,
    type: 'string',
  },
  emailAddress: {
    minLength: 2,
    type: 'string',
  },
  geographicAddress: {
    additionalProperties: false,
    properties: {
      address1: {
        minLength: 2,
        type: 'string',
      },
      address2: {
        type: 'string',
      },
      country: {
        minLength: 2,
        type: 'string',
      },
      postCode: {
        minLength: 2,
        type: 'string',
      },
      state: {
        minLength: 2,
        type: 'string',
      },
      suburb: {
        minLength: 2,
        type: 'string',
      },
    },
    required: ['address1', 'country', 'postCode', 'state', 'suburb'],
    type: 'object',
  },
  phoneNumber: {
    minLength: 2,
    type: 'string',
  },
};

export const alliedSchema: TSchema = {
  additionalProperties: false,
  properties: {
    account: {
      minLength: 1,
      type: 'string',
    },
    bookedBy: {
      minLength: 1,
      type: 'string',
    },
    instructions: {
      type: 'string',
    },
    itemCount: {
      minimum: 1,
      type: 'number',
    },
    items: {
      items: {
        additionalProperties: false,
        properties: {
          dangerous: {
            type: 'boolean',
          },
          height: {
            minimum: 0.0001,
            type: 'number',
          },
          itemCount: {
            minimum: 1,
            type: 'number',
          },
          length: {
            minimum: 0.0001,
            type: 'number',
          },
          volume: {
            minimum: 0.0001,
            type: 'number',
          },
          weight: {
            minimum: 0.0001,
            type: 'number',
          },
          width: {
            minimum: 0.0001,
            type: 'number',
          },
        },
        required: ['itemCount', 'volume', 'weight'],
        type: 'object',
      },
      type: 'array',
    },
    jobStops_D: {
      additionalProperties: false,
      properties: stopProperties,
      required: ['contact', 'geographicAddress'],
      type: 'object',
    },
    jobStops_P: {
      additionalProperties: false,
      properties: stopProperties,
      required: ['contact', 'geographicAddress', 'phoneNumber', 'companyName', 'emailAddress'],
      type: 'object',
    },
    referenceNumbers: {
      type: 'array',
    },
    serviceLevel: {
      minLength: 1,
      type: 'string',
    },
    volume: {
      minimum: 0.0001,
      type: 'number',
    },
    weight: {
      minimum: 0.0001,
      type: 'number',
    },
  },
  required: [
    'bookedBy',
    'itemCount',
    'account',
    'serviceLevel',
    'volume',
    'weight',
    'items',
    'jobStops_D',
  ],
  type: 'object',
};

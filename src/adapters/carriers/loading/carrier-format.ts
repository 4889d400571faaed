// carrier.json: facts about a carrier that do not depend on prices, and terms that a card may also give.

import { carrierFormat as formatName } from '../../../domain/rate-cards/carrier-formats.ts';
import {
  type CarrierService,
  type ConnoteTerms,
  type DepotRange,
  type DocumentTerms,
  type IssuedIdentifiers,
  type PickupTerms,
  pricePolicies,
} from '../../../domain/rate-cards/carrier-terms.ts';
import { defaultTransitText } from '../../../domain/rate-cards/transit-table.ts';
import { trackingStages } from '../../../domain/tracking/stage.ts';
import type { StageRule } from '../../../domain/tracking/stage-rules.ts';
import {
  type At,
  anyText,
  anything,
  boolean,
  choice,
  type Faulty,
  fileFormat,
  integer,
  list,
  object,
  optional,
  pattern,
  record,
  text,
  time,
} from './fields.ts';
import { inlineTable, tableFile } from './tables.ts';

const pickup = object(
  {
    cutoffs: record(
      time('HH:MM'),
      'Zone → latest booking time for a pickup the same day; "default" for the rest.',
    ),
    window: object({ from: time('Earliest.'), to: time('Latest.') }, 'Usual pickup window.'),
    lead_business_days: optional(
      integer('Days between booking and the first pickup. Default 0.', { minimum: 0, maximum: 30 }),
      0,
    ),
    offer_days: optional(
      integer('How many pickup dates are offered. Default 5.', { minimum: 1, maximum: 30 }),
      5,
    ),
    weekdays: optional(
      list(integer(undefined, { minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days of work, 1 is Monday. Default Monday to Friday.',
      }),
      [1, 2, 3, 4, 5],
    ),
    holidays: optional(
      choice(
        ['state', 'none'],
        'Whether public holidays of the pickup state are days off. Default state.',
      ),
      'state',
    ),
    not_from_zones: optional(list(text('Zone.'), { description: 'Zones without pickup.' }), []),
  },
  'When the carrier collects.',
  (file, at): PickupTerms => {
    const { from, to } = file.window;
    if (from >= to)
      at.in('window', 'to').error('window_reversed', `the window ends before it starts at ${from}`);
    if (file.cutoffs.default === undefined)
      at.in('cutoffs').error('cutoff_without_default', 'cutoffs need a "default"', '');
    return {
      cutoffs: file.cutoffs,
      window: file.window,
      leadBusinessDays: file.lead_business_days,
      offerDays: file.offer_days,
      weekdays: file.weekdays,
      holidays: file.holidays,
      notFromZones: file.not_from_zones,
    };
  },
);

const capitals = pattern('^[A-Z0-9]*$', 'capital letters and digits, such as ABC1');
const capitalsAroundNumber = pattern(
  '^[A-Z0-9]*([{]n(:0[0-9])?[}])?[A-Z0-9]*$',
  'capital letters and digits around {n}, such as ABC{n:03}',
);

const connote = object(
  {
    prefix: anyText('Letters and digits before the number.', { maxLength: 20, pattern: capitals }),
    digits: integer('Width of the number, padded with zeros.', { minimum: 1, maximum: 15 }),
    start: integer('First number.', { minimum: 0 }),
    end: integer('Last number; none is used twice.', { minimum: 0 }),
    check: optional(
      choice(['none', 'mod10', 'mod11', 'luhn'], 'Check digit after the number. Default none.'),
      'none',
    ),
    item_suffix: optional(
      anyText('What one item adds, for example {n:03}.', {
        maxLength: 20,
        pattern: capitalsAroundNumber,
      }),
      '',
    ),
    issued: optional(
      boolean(
        'The carrier gave you these numbers: once it is connected, it is asked where they are. Default false.',
      ),
      false,
    ),
  },
  'Consignment numbers used when no live connection gives them.',
  ({ item_suffix: itemSuffix, issued, ...terms }, at): ConnoteTerms => {
    const { digits, start, end } = terms;
    if (end < start)
      at.in('end').error('connote_range_exhausted', `the range is empty: it starts at ${start}`);
    if (String(end).length > digits)
      at.in('end').error('connote_too_wide', `does not fit into ${digits} digits`);
    return { ...terms, itemSuffix, ...(issued ? { isIssued: true } : {}) };
  },
);

const gs1Prefix = pattern('^[0-9]{7,10}$', 'seven to ten digits, such as 0012345678');
const locationId = pattern(
  '^([A-Z0-9]{3}|[A-Z0-9]{5})$',
  'three or five capital letters and digits, such as ABC12',
);
const fiveDigits = pattern('^[0-9]{5}$', 'five digits, such as 00091');
const twoDigits = pattern('^[0-9]{2}$', 'two digits, such as 09');
const despatchId = pattern('^[A-Z0-9]{4}$', 'four capital letters and digits, such as ABC1');
const account = pattern(
  '^[A-Z0-9]{1,8}$',
  'up to eight capital letters and digits, such as 10123456',
);
const threeCapitals = pattern('^[A-Z0-9]{3}$', 'three capital letters and digits, such as EXP');
const postcodes = pattern(
  '^[0-9]{4}(-[0-9]{4})?$',
  'a postcode or a range of postcodes, such as 6000-6999',
);

/** Identifiers that a carrier has issued, and how its connotes are numbered with them. */
export type Documents = {
  readonly at: At;
  readonly terms: DocumentTerms;
  readonly numbering: { readonly at: At; readonly id: string; readonly digits: number } | undefined;
};

const auspostDigits = 7;
const starTrackDigits = 8;

const documents = object(
  {
    label: optional(
      choice(['generic', 'auspost_eparcel', 'startrack', 'sscc'], 'Label layout. Default generic.'),
      'generic',
    ),
    manifest: optional(boolean('Whether a manifest is handed over. Default false.'), false),
    gs1_prefix: optional(
      anyText('GS1 company prefix for the SSCCs on its labels; GS1_PREFIX when absent.', {
        pattern: gs1Prefix,
      }),
    ),
    auspost: optional(
      object(
        {
          mlid: anyText('Merchant location id; connotes begin with it.', { pattern: locationId }),
          products: record(
            object({
              product: anyText('Product code.', { pattern: fiveDigits }),
              service: anyText('Service code.', { pattern: twoDigits }),
            }),
            'Service id → the codes of its articles.',
          ),
        },
        'What Australia Post has issued to you; without it labels are neutral.',
      ),
    ),
    startrack: optional(
      object(
        {
          despatch_id: anyText('Despatch id; connotes begin with it.', { pattern: despatchId }),
          payer_account: anyText('Who pays.', { pattern: account }),
          sender_account: anyText('Who sends.', { pattern: account }),
          products: record(
            anyText('Product code.', { pattern: threeCapitals }),
            'Service id → product code.',
          ),
          depots: record(
            list(anyText(undefined, { pattern: postcodes }), { minItems: 1 }),
            'Depot → the postcodes it delivers to, such as "3000-3207"; elsewhere labels are neutral.',
          ),
        },
        'What StarTrack has issued to you; without it labels are neutral.',
      ),
    ),
  },
  'Documents of a consignment.',
  ({ label, manifest, ...file }, at): Documents => {
    const { auspost, startrack, gs1_prefix: prefix } = file;
    const made = (
      issued: IssuedIdentifiers | undefined,
      numbering?: Documents['numbering'],
    ): Documents => ({ at, terms: { label, manifest, issued }, numbering });
    if (auspost !== undefined)
      return made(
        { kind: 'auspost', products: auspost.products },
        { at: at.in('auspost', 'mlid'), id: auspost.mlid, digits: auspostDigits },
      );
    if (startrack !== undefined) {
      const { despatch_id: id, payer_account, sender_account, products, depots } = startrack;
      return made(
        {
          kind: 'startrack',
          payerAccount: payer_account,
          senderAccount: sender_account,
          products,
          depots: Object.entries(depots).flatMap(([depot, ranges]) =>
            depotRanges(depot, ranges, at.in('startrack', 'depots', depot)),
          ),
        },
        { at: at.in('startrack', 'despatch_id'), id, digits: starTrackDigits },
      );
    }
    return made(prefix === undefined ? undefined : { kind: 'gs1', prefix });
  },
);

function depotRanges(depot: string, ranges: readonly string[], at: At): DepotRange[] {
  if (!/^[A-Z0-9]{1,4}$/.test(depot))
    at.errorAtKey('bad_depot', 'a depot is one to four capital letters or digits');
  return ranges.map((range, index) => {
    const [from = '', to = from] = range.split('-');
    if (from > to) at.in(index).error('range_reversed', 'the range ends before it starts');
    return { depot, from, to };
  });
}

const transit = object(
  {
    file: optional(tableFile('Transit table.')),
    inline: optional(inlineTable('transit', ['from_zone', 'to_zone', 'min', 'max'])),
    unit: optional(choice(['business_days'], 'Always business days.')),
    text: optional(
      text(
        'What a quote shows; {min} and {max} are replaced. Default "{min}-{max} business days".',
      ),
      defaultTransitText,
    ),
    text_same: optional(
      text(
        'The same when both are equal; default made from the unit. Default "{min} business day(s)".',
      ),
    ),
  },
  'How long a service takes between two zones.',
  ({ file, inline, ...words }, at) => ({
    table: { at, file, inline },
    text: words.text,
    textSame: words.text_same,
  }),
);

const identifier = pattern(
  '^[a-z][a-z0-9_]*$',
  'lower case letters, digits and _, such as my_carrier',
);

/** The names of a service; a card may repeat them. */
export const serviceNames = {
  string_id: text('Name of the service in quotes; unique among all carriers.', {
    pattern: identifier,
  }),
  label: text('What people read.'),
  mode: choice(
    ['road', 'air', 'parcel', 'express', 'sameday', 'sea', 'international'],
    'Becomes the quote field "service".',
  ),
  group: optional(text('Services of one group are listed together.')),
};

/** Keys that may be given in carrier.json, for all cards, or in a card, but not in both. */
export const sharedTerms = {
  pickup: optional(pickup),
  connote: optional(connote),
  documents: optional(documents),
  transit: optional(transit),
};

const webAddress = pattern('^https?://', 'an address such as https://example.com');

type ServiceAt = CarrierService & { readonly at: At };
type StageRuleAt = { readonly at: At; readonly text: string; readonly rule: StageRule };

export const carrierFormat = fileFormat(
  'Linehaul carrier',
  'A carrier without its prices (carriers/<id>/carrier.json).',
  {
    $schema: optional(anyText('For editors.')),
    format: choice([formatName], 'Version of this format.'),
    id: text('Name of the folder: lower case letters, digits and underscores.', {
      pattern: identifier,
    }),
    name: text('The company.'),
    website: optional(text('Its site.', { pattern: webAddress })),
    family: optional(
      text('Family for the routes that ask for one (tnt, tge, northline). Default: the id.', {
        pattern: identifier,
      }),
    ),
    services: list(
      object(
        {
          id: text('Name of the service inside these files.', { pattern: identifier }),
          ...serviceNames,
        },
        undefined,
        ({ id, string_id: stringId, label, mode, group }, at): ServiceAt => ({
          at,
          id,
          stringId,
          label,
          mode,
          group,
        }),
      ),
      { minItems: 1, maxItems: 50, description: 'The identifiers the company quotes under.' },
    ),
    sample: optional(
      boolean('True: the prices are invented and must be replaced. Default false.'),
      false,
    ),
    policy: optional(choice(pricePolicies, 'Where prices come from. Default card.'), 'card'),
    tracking: optional(
      list(
        object(
          {
            status: optional(
              text('A part of the carrier’s text that begins with a word; case does not matter.'),
            ),
            code: optional(text('The whole of the carrier’s text, in place of status.')),
            stage: choice(trackingStages, 'What it means.'),
          },
          undefined,
          ({ status, code, stage }, at): StageRuleAt | Faulty => {
            if (status !== undefined && code === undefined)
              return { at, text: status, rule: { status, stage } };
            if (code !== undefined && status === undefined)
              return { at, text: code, rule: { code, stage } };
            const message = 'give either "status", a part of the text, or "code", the whole of it';
            return at.reject('tracking_words', message, status ?? '');
          },
        ),
        { maxItems: 200, description: 'Words of the carrier, tried in order.' },
      ),
      [],
    ),
    ...sharedTerms,
    meta: optional(record(anything, 'Notes; never priced.')),
  },
);

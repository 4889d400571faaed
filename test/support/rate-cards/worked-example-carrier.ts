// The carrier of the worked example in an operator's folder, so that tests compare whole answers to the cent without
// depending on the shipped sample prices.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const carrier = {
  format: 'carrier/1',
  id: 'worked_example',
  name: 'Worked Example Freight',
  services: [{ id: 'road', string_id: 'worked_example', label: 'Road', mode: 'road' }],
  pickup: { cutoffs: { default: '14:00' }, window: { from: '14:00', to: '18:00' } },
  transit: { inline: [{ from_zone: 'MEL', to_zone: 'NSW2', min: '1', max: '2' }] },
};

const card = {
  format: 'ratecard/1',
  code: 'SAMPLE-DF-ROAD-2026',
  carrier: 'worked_example',
  services: [{ id: 'road' }],
  currency: 'AUD',
  prices: 'ex_gst',
  gst_rate: '0.10',
  valid_from: '2026-01-01',
  valid_to: null,
  weight: {
    method: 'consignment',
    cubic_factor: '250',
    round: { at: 'consignment', mode: 'up', step: '1' },
  },
  zones: { file: 'zones.csv' },
  lanes: { file: 'lanes.csv', direction: 'one_way' },
  fuel: [{ percent: '17.5', from: '2026-01-05' }],
  surcharges: [
    {
      code: 'RESI',
      label: 'Residential delivery',
      when: "receiver_type=='residential'",
      amount: '6.50',
    },
    {
      code: 'LEN1',
      label: 'Long item',
      scope: 'item',
      group: 'handling',
      when: 'l>=120 && l<180',
      amount: '8.00',
      per: 'item',
      fuel: true,
    },
    {
      code: 'TUBE',
      label: 'Tube',
      scope: 'item',
      group: 'handling',
      when: "type=='Tube'",
      amount: '9.50',
      per: 'item',
      fuel: true,
    },
  ],
  groups: { handling: 'max' },
  warranty: {
    kind: 'tiered',
    cap: '4500',
    tiers: [
      { up_to: '500', fee: '0' },
      { up_to: '1500', fee: '6.36' },
      { up_to: '4500', fee: '11.50' },
    ],
    fees_include_gst: true,
    void_when: 'authority_to_leave',
  },
  tiers: [
    { identifier: 1, description: 'Multipickup 10', adjust: { base_percent: '-10' } },
    { identifier: 2, description: 'Multipickup 21', adjust: { base_percent: '-18' } },
  ],
};

const zones = `zone,postcode_from,postcode_to
MEL,3000,3207
NSW2,2640,2649
`;

const lanes = `service,from_zone,to_zone,basic,minimum,unit,break_mode,breaks
road,MEL,NSW2,8.40,12.60,kg,whole,100:0.42|500:0.36|*:0.31!bump
`;

export type CarrierChange = {
  /** Takes the place of a shipped carrier with this name. */
  stringId?: string;
  /** Zones that the carrier does not collect from. */
  notFromZones?: readonly string[];
  /** Whether its amounts include GST; they exclude it by default. */
  prices?: 'ex_gst' | 'inc_gst';
  /** False for a carrier without transit times. */
  hasTransit?: boolean;
};

export function makeWorkedExampleCarrier(change: CarrierChange = {}): {
  directory: string;
  remove(): void;
} {
  const {
    stringId = 'worked_example',
    notFromZones = [],
    prices = card.prices,
    hasTransit = true,
  } = change;
  const directory = mkdtempSync(join(tmpdir(), 'linehaul-carriers-'));
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  const [road] = carrier.services;
  const own = {
    ...carrier,
    id: stringId,
    services: [{ ...road, string_id: stringId }],
    pickup: { ...carrier.pickup, not_from_zones: notFromZones },
    transit: hasTransit ? carrier.transit : undefined,
  };
  write(`${stringId}/carrier.json`, JSON.stringify(own));
  const folder = `${stringId}/cards/${card.code}`;
  write(`${folder}/card.json`, JSON.stringify({ ...card, carrier: stringId, prices }));
  write(`${folder}/zones.csv`, zones);
  write(`${folder}/lanes.csv`, lanes);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aQuote } from '../../../test/support/bookings/quotes.ts';
import {
  type Condition,
  type KeySettings,
  type MarginRule,
  noSettings,
  type RuleAction,
} from '../keys/key-settings.ts';
import {
  chooseDisplayed,
  offersFrequentRates,
  priceForCaller,
  pricingTerms,
  type RuleFacts,
} from './pricing.ts';
import { assertQuote } from './quote.ts';
import { writtenWorking } from './working.ts';

const facts: RuleFacts = {
  receiverPostcode: '3000',
  receiverState: 'VIC',
  weightKg4: 5 * 10_000,
  pieces4: 3 * 10_000,
  skus: ['TILE-1', 'TILE-2'],
};

function rule(action: RuleAction, change: Partial<MarginRule> = {}): MarginRule {
  const id = change.id ?? 1;
  return {
    id,
    name: `Rule ${id}`,
    priority: 1,
    isEnabled: true,
    carriers: new Set(),
    conditions: [],
    action,
    ...change,
  };
}

/** A ten-dollar carrier price from tnt, seen through a key with these settings. */
function priced(
  change: { rules?: MarginRule[]; discount?: number } & Partial<KeySettings['module']>,
  carrier = 'tnt',
  cents = 1000,
  shipment = facts,
) {
  const { rules = [], discount = 0, ...module } = change;
  const settings = { ...noSettings, module: { ...noSettings.module, ...module }, rules };
  return priceForCaller(pricingTerms(settings, discount, shipment), carrier, cents);
}

const price = (...given: Parameters<typeof priced>): number | undefined =>
  priced(...given)?.priceCents;

describe('price for a caller', () => {
  test('equals the carrier price without settings', () => {
    assert.deepEqual(priced({}), { priceCents: 1000, bookingCents: 1000, steps: [] });
  });

  test('applies discount, rule, carrier surcharge and flat surcharge in order and keeps each step', () => {
    const result = priced({
      discount: 1000,
      rules: [rule({ type: 'surcharge', by: { unit: 'percent', basisPoints: 5000 } })],
      carrierSurcharges: new Map([['tnt', { unit: 'percent', basisPoints: 1000 }]]),
      surchargeCents: 25,
    });
    // 10.00 − 1.00 = 9.00; + 4.50 = 13.50; + 1.35 = 14.85; + 0.25.
    assert.deepEqual([result?.priceCents, result?.bookingCents], [1510, 1510]);
    assert.deepEqual(
      result?.steps.map(({ kind, name, cents, working }) => [
        kind,
        name,
        cents,
        working && writtenWorking(working),
      ]),
      [
        ['discount', 'Member discount', -100, '-10 % of 10.00'],
        ['rule', 'Rule 1', 450, '50 % of 9.00'],
        ['carrier_surcharge', 'Carrier surcharge', 135, '10 % of 13.50'],
        ['surcharge', 'Surcharge', 25, '1 consignment × 0.25'],
      ],
    );
  });

  test('rounds half a cent up', () => {
    assert.equal(price({ discount: 50 }, 'tnt', 100), 99);
    assert.equal(price({ discount: 49 }, 'tnt', 100), 100);
    const half = rule({ type: 'surcharge', by: { unit: 'percent', basisPoints: 50 } });
    assert.equal(price({ rules: [half] }, 'tnt', 100), 101);
  });

  test('applies a carrier surcharge to that carrier only', () => {
    const carrierSurcharges = new Map([['tnt', { unit: 'amount' as const, cents: 250 }]]);
    assert.equal(price({ carrierSurcharges }), 1250);
    assert.equal(price({ carrierSurcharges }, 'toll'), 1000);
  });

  for (const [action, expected] of [
    [{ type: 'hide' }, undefined],
    [{ type: 'show_only' }, 1000],
    [{ type: 'free' }, 0],
    [{ type: 'fixed_price', cents: 777 }, 777],
    [{ type: 'surcharge', by: { unit: 'amount', cents: 125 } }, 1125],
    [{ type: 'surcharge', by: { unit: 'percent', basisPoints: 1250 } }, 1125],
    [{ type: 'discount', by: { unit: 'amount', cents: 125 } }, 875],
    [{ type: 'discount', by: { unit: 'percent', basisPoints: 1250 } }, 875],
    [{ type: 'discount', by: { unit: 'amount', cents: 5000 } }, 0],
  ] as const satisfies [RuleAction, number | undefined][]) {
    test(`${JSON.stringify(action)} makes ten dollars ${expected}`, () => {
      assert.equal(price({ rules: [rule(action)] }), expected);
    });
  }

  test('a rule applies to its listed carriers, and "show only" hides the others', () => {
    const named = { carriers: new Set(['tnt', 'allied']) };
    assert.equal(price({ rules: [rule({ type: 'free' }, named)] }, 'toll'), 1000);
    assert.equal(price({ rules: [rule({ type: 'hide' }, named)] }, 'toll'), 1000);
    assert.equal(price({ rules: [rule({ type: 'hide' }, named)] }, 'tnt'), undefined);
    assert.equal(price({ rules: [rule({ type: 'show_only' }, named)] }, 'toll'), undefined);
    assert.equal(price({ rules: [rule({ type: 'show_only' }, named)] }, 'allied'), 1000);
  });

  test('the first enabled rule by priority, then by number, decides the price', () => {
    const fixed = (cents: number, change: Partial<MarginRule>) =>
      rule({ type: 'fixed_price', cents }, change);
    assert.equal(
      price({ rules: [fixed(1, { id: 1, priority: 5 }), fixed(2, { id: 2, priority: 4 })] }),
      2,
    );
    assert.equal(
      price({ rules: [fixed(2, { id: 2, priority: 1 }), fixed(1, { id: 1, priority: 1 })] }),
      1,
    );
    assert.equal(
      price({ rules: [fixed(1, { id: 1, isEnabled: false }), fixed(2, { id: 2, priority: 9 })] }),
      2,
    );
    const notHere: Condition = { field: 'state', operator: 'in', values: new Set(['WA']) };
    assert.equal(
      price({ rules: [fixed(1, { id: 1, conditions: [notHere] }), fixed(2, { id: 2 })] }),
      2,
    );
  });

  test("adds the key's surcharges to a price that a rule makes free", () => {
    assert.equal(price({ rules: [rule({ type: 'free' })], surchargeCents: 300 }), 300);
  });
});

describe('conditions of a margin rule', () => {
  const holds = (...conditions: Condition[]): boolean =>
    price({ rules: [rule({ type: 'free' }, { conditions })] }) === 0;
  const figures = (field: 'weight' | 'cost' | 'quantity', value: number) => {
    const same = (operator: 'in' | 'eq', figure: number) =>
      holds({ field, operator, values: new Set([figure * 10_000]) });
    const of = (operator: 'lt' | 'lte' | 'gt' | 'gte', figure: number) =>
      holds({ field, operator, values: [figure * 10_000] });
    const between = (from: number, to: number) =>
      holds({ field, operator: 'between', values: [from * 10_000, to * 10_000] });
    assert.deepEqual([same('in', value), same('in', value + 0.01)], [true, false]);
    assert.ok(holds({ field, operator: 'in', values: new Set([0, value * 10_000]) }));
    assert.deepEqual([same('eq', value), same('eq', value + 0.01)], [true, false]);
    assert.deepEqual([of('lt', value + 0.01), of('lt', value)], [true, false]);
    assert.deepEqual([of('lte', value), of('lte', value - 0.01)], [true, false]);
    assert.deepEqual([of('gt', value - 0.01), of('gt', value)], [true, false]);
    assert.deepEqual([of('gte', value), of('gte', value + 0.01)], [true, false]);
    assert.deepEqual([between(value, value), between(value - 1, value + 1)], [true, true]);
    assert.deepEqual(
      [between(value + 0.01, value + 1), between(value - 1, value - 0.01)],
      [false, false],
    );
  };

  test('compare weight in kilograms, cost in dollars and quantity in pieces with every operator', () => {
    figures('weight', 5);
    figures('cost', 10);
    figures('quantity', 3);
  });

  test('compare the cost after the member discount', () => {
    const conditions: Condition[] = [{ field: 'cost', operator: 'eq', values: new Set([90_000]) }];
    const rules = [rule({ type: 'free' }, { conditions })];
    assert.equal(price({ rules, discount: 1000 }), 0);
    assert.equal(price({ rules }), 1000);
  });

  test('match states, postcodes and SKUs', () => {
    const within = (field: 'state' | 'postcode' | 'sku', ...values: string[]) =>
      holds({ field, operator: 'in', values: new Set(values) });
    assert.deepEqual([within('state', 'NSW', 'VIC'), within('state', 'NSW')], [true, false]);
    assert.deepEqual([within('postcode', '3000'), within('postcode', '3001')], [true, false]);
    assert.deepEqual([within('sku', 'TILE-2'), within('sku', 'TILE')], [true, false]);
    assert.equal(within('sku'), false);
    const between = (from: string, to: string) =>
      holds({ field: 'postcode', operator: 'between', values: [from, to] });
    assert.deepEqual(
      [between('3000', '3000'), between('2999', '3999'), between('3001', '3999')],
      [true, true, false],
    );
    const of = (operator: 'lt' | 'lte' | 'gt' | 'gte', postcode: string) =>
      holds({ field: 'postcode', operator, values: [postcode] });
    const eq = (postcode: string) =>
      holds({ field: 'postcode', operator: 'eq', values: new Set([postcode]) });
    assert.deepEqual([eq('3000'), eq('3001')], [true, false]);
    assert.deepEqual([of('lt', '3001'), of('lt', '3000')], [true, false]);
    assert.deepEqual([of('lte', '3000'), of('lte', '0800')], [true, false]);
    assert.deepEqual([of('gt', '0800'), of('gt', '3000')], [true, false]);
    assert.deepEqual([of('gte', '3000'), of('gte', '3001')], [true, false]);
    assert.ok(holds({ field: 'state', operator: 'eq', values: new Set(['VIC']) }));
  });

  test('never match a postcode range with a postcode that is not four digits', () => {
    for (const receiverPostcode of ['', 'SW1A 1AA', '90210'])
      for (const operator of ['lt', 'gt'] as const) {
        const conditions = [{ field: 'postcode', operator, values: ['5000'] } as const];
        const rules = [rule({ type: 'free' }, { conditions })];
        assert.equal(
          price({ rules }, 'tnt', 1000, { ...facts, receiverPostcode }),
          1000,
          `${operator} ${receiverPostcode}`,
        );
      }
  });

  test('are evaluated once for any number of carriers', () => {
    let looks = 0;
    const counting: RuleFacts = {
      ...facts,
      get skus() {
        looks += 1;
        return facts.skus;
      },
    };
    const tiles: Condition = { field: 'sku', operator: 'in', values: new Set(['TILE-2']) };
    const rules = [rule({ type: 'free' }, { conditions: [tiles] })];
    const terms = pricingTerms({ ...noSettings, rules }, 0, counting);
    for (let n = 0; n < 100; n += 1)
      assert.equal(priceForCaller(terms, `carrier_${n}`, 1000)?.priceCents, 0);
    assert.equal(looks, 1);
  });

  test('must all hold', () => {
    const here: Condition = { field: 'state', operator: 'in', values: new Set(['VIC']) };
    const light: Condition = { field: 'weight', operator: 'lt', values: [10_000] };
    assert.deepEqual([holds(here), holds(light), holds(here, light)], [true, false, false]);
  });
});

describe('quotes a shop displays', () => {
  const quote = (carrier: string, totalCents: number, maxDays: number, minDays = 1, text = 'x') =>
    aQuote({ carrier, totalCents, transit: { text, minDays, maxDays } });
  const shown = (
    quotes: ReturnType<typeof quote>[],
    display: Parameters<typeof chooseDisplayed>[1],
  ) => chooseDisplayed(quotes, display).map(({ carrier }) => carrier);
  const market = [
    quote('slow', 500, 9),
    quote('dear', 2000, 1),
    quote('middle', 900, 1),
    quote('silent', 400, 0, 0, ''),
  ];

  test('are all, the cheapest, or the cheapest and the fastest', () => {
    assert.deepEqual(shown(market, 'all'), ['slow', 'dear', 'middle', 'silent']);
    assert.deepEqual(shown(market, 'cheapest'), ['silent']);
    assert.deepEqual(shown(market, 'cheapest_and_fastest'), ['silent', 'middle']);
  });

  test('include the chosen carrier once, if it has quoted', () => {
    const withChosen = (display: 'all' | 'cheapest' | 'cheapest_and_fastest', carrier: string) =>
      chooseDisplayed(market, display, carrier).map((one) => one.carrier);
    assert.deepEqual(withChosen('cheapest', 'dear'), ['silent', 'dear']);
    assert.deepEqual(withChosen('cheapest', 'silent'), ['silent']);
    assert.deepEqual(withChosen('cheapest_and_fastest', 'dear'), ['silent', 'middle', 'dear']);
    assert.deepEqual(withChosen('cheapest', 'unknown'), ['silent']);
    assert.deepEqual(withChosen('all', 'dear'), ['slow', 'dear', 'middle', 'silent']);
  });

  test('are a single quote when the cheapest is also the fastest, and empty without quotes', () => {
    assert.deepEqual(shown([quote('a', 100, 1), quote('b', 200, 2)], 'cheapest_and_fastest'), [
      'a',
    ]);
    assert.deepEqual(shown([], 'cheapest'), []);
    assert.deepEqual(shown([], 'cheapest_and_fastest'), []);
  });

  test('are estimates only where no carrier gave a firm price, or the estimate was chosen', () => {
    const estimate = (carrier: string, totalCents: number, maxDays: number) => {
      const { waterfall, ...rest } = quote(carrier, totalCents, maxDays);
      const mark = { kind: 'estimate' as const, name: 'Estimated', cents: 0 };
      return { ...rest, waterfall: { ...waterfall, adjustments: [mark] } };
    };
    const firm = [quote('firm', 900, 3), quote('quick', 1900, 2)];
    const cheap = estimate('guess', 100, 1);
    assert.deepEqual(shown([cheap, ...firm], 'cheapest'), ['firm']);
    assert.deepEqual(shown([cheap, ...firm], 'cheapest_and_fastest'), ['firm', 'quick']);
    const chosen = chooseDisplayed([cheap, ...firm], 'cheapest', 'guess');
    assert.deepEqual(
      chosen.map(({ carrier }) => carrier),
      ['firm', 'guess'],
    );
    const late = quote('unstated', 2000, 0, 0, '');
    assert.deepEqual(shown([cheap, late], 'cheapest_and_fastest'), ['unstated']);
    const guesses = [cheap, estimate('dearer', 300, 0)];
    assert.deepEqual(shown(guesses, 'cheapest_and_fastest'), ['guess', 'dearer']);
  });

  test('are ordered on ties by earlier arrival, then price, then name', () => {
    const ties = [
      quote('b', 100, 2),
      quote('a', 100, 2),
      quote('c', 300, 2, 0),
      quote('d', 200, 2, 0),
    ];
    assert.deepEqual(shown(ties, 'cheapest'), ['a']);
    assert.deepEqual(shown(ties, 'cheapest_and_fastest'), ['a', 'd']);
    assert.deepEqual(shown(ties.toReversed(), 'cheapest_and_fastest'), ['a', 'd']);
  });
});

describe('frequent rates', () => {
  test('are limited to two carriers', () => {
    const offering = [
      'couriers_please',
      'aramex',
      'tnt',
      'couriers_please_domestic_priority_signature',
    ];
    assert.deepEqual(offering.filter(offersFrequentRates), ['couriers_please', 'aramex']);
  });
});

describe('rejects an inconsistent quote', () => {
  for (const [what, change] of [
    ['a total that differs from price and fee', { totalCents: 1, priceCents: 1000 }],
    ['a negative fee', { feeCents: -5, totalCents: 995, priceCents: 1000 }],
    ['half a cent', { totalCents: 10.5, priceCents: 10.5 }],
    ['a price that is not a number', { totalCents: Number.NaN }],
    ['negative cover', { insuredCents: -1 }],
    ['no carrier', { carrier: '' }],
  ] as const) {
    test(what, () =>
      assert.throws(() => assertQuote({ ...aQuote({}), ...change }), /unsound quote/),
    );
  }

  test('rejects a price that its breakdown does not add up to', () => {
    const quote = aQuote({});
    assert.throws(() => assertQuote({ ...quote, priceCents: 999, totalCents: 999 }), /unsound/);
    assertQuote(quote);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCardDefinition, aShipment, aZone } from '../../../test/support/rate-cards/cards.ts';
import { compileExpression } from './expression.ts';
import { ExpressionError } from './expression-syntax.ts';
import { symbolFinder } from './rate-card.ts';
import type { RuleContext, RuleStage } from './rule-context.ts';

const numbers = new Map([
  ['MEL', 1],
  ['NSW2', 2],
]);
const find = symbolFinder(aCardDefinition({ zones: [aZone('MEL', 3000, 3207)] }), { numbers });

/** A tube of 150 × 12 × 12 cm, 6 kg, four of them, to a house in Albury, 310 km away. */
function context(): RuleContext {
  const shipment = aShipment(['4 x Tube 150x12x12 6kg'], {
    receiver: { postcode: '2640', suburb: 'ALBURY', state: 'NSW', type: 'residential' },
    declaredValueCents: 180_050,
    tailgateDelivery: true,
    distanceMetres: 310_000,
  });
  const [line] = shipment.lines;
  assert.ok(line !== undefined);
  return {
    shipment,
    line,
    cubicKg: 54_000,
    totalCubicKg: 216_000,
    chargeKg: 240_000,
    fromZone: 1,
    toZone: 2,
    service: 0,
  };
}

function test(source: string, stage: RuleStage = 'item'): boolean {
  return compileExpression(source, stage, find).test(context());
}

describe('a rule', () => {
  for (const [source, expected] of [
    ['l == 150', true],
    ['l>=120 && l<180', true],
    ['w > 12', false],
    ['h == 12', true],
    ['kg == 6 && qty == 4', true],
    ['cubic_kg == 5.4', true],
    ['girth == 48', true],
    ['diag > 150.479', true],
    ['diag < 150.48', true],
    ['151 > diag', true],
    ['diag == diag', true],
    ['diag - 150 > 0.4', true],
    ["type=='Tube'", true],
    ['type == "tube"', true],
    ["'Tube' == type", true],
    ["type != 'Carton'", true],
    ["family=='Tube'", true],
    ['total_kg == 24 && pieces == 4', true],
    ['total_cubic_kg == 21.6 && charge_kg == 24', true],
    ['longest == 150 && heaviest == 6', true],
    ['declared == 1800.50', true],
    ['km == 310', true],
    ["receiver_type=='residential' && sender_type=='business'", true],
    ['tailgate_delivery && !tailgate_pickup', true],
    ['tailgate_pickup == false', true],
    ['dangerous != true', true],
    ['!dangerous && !authority_to_leave && !po_box', true],
    ["from_state=='VIC' && to_state=='NSW'", true],
    ['from_state == to_state', false],
    ["from_country=='AU' && to_country!='NZ'", true],
    ["from_zone=='MEL' && to_zone=='NSW2'", true],
    ["from_zone=='NSW2'", false],
    ["service=='road'", true],
    ['true', true],
    ['false || true && false', false],
    ['(false || true) && true', true],
    ['!(l > 100)', false],
    ['!!true', true],
    ['2 + 3 * 4 == 14', true],
    ['(2 + 3) * 4 == 20', true],
    ['10 - 4 - 3 == 3', true],
    ['100 / 8 / 2 == 6.25', true],
    ['-l < 0', true],
    ['-(2 - 5) == 3', true],
    ['--2 == 2', true],
    ['0.1 + 0.2 == 0.3', true],
    ['1 / 3 == 0.3333', true],
    ['l * w * h / 1000000 * 250 == 5.4', true],
    ['(l>120 && w>120) || h>180 || ((l>120 || w>120) && kg>59)', false],
    ['l<=150', true],
    ['150 >= l', true],
    ['kg * 1000 != 6000', false],
  ] as const) {
    it(`${source} is ${expected}`, () => assert.equal(test(source), expected));
  }

  it('compares the diagonal exactly although its root is not exact', () => {
    // 1200² + 1 mm²: a diagonal of 120.00004 cm, which four decimals cannot tell from 120.
    const shipment = aShipment(['Carton 120x0.1x0.1 1kg']);
    const [line] = shipment.lines;
    assert.ok(line !== undefined);
    const at = { ...context(), shipment, line };
    assert.ok(compileExpression('diag > 120', 'item', find).test(at));
    assert.ok(!compileExpression('diag <= 120', 'item', find).test(at));
  });

  it('lists the names that it reads', () => {
    const { names } = compileExpression('km > 20 && l < 3', 'item', find);
    assert.deepEqual([...names], ['km', 'l']);
  });
});

describe('a mistake in a rule', () => {
  for (const [source, offset, message] of [
    ['', 0, /ends where a value should stand/],
    ['l >', 3, /ends where a value should stand/],
    ['l > > 3', 4, /unexpected ">"/],
    ['l = 3', 2, /equality is written ==/],
    ['l > 3 & w > 3', 6, /"and" is written &&/],
    ['l > 3 | w > 3', 6, /"or" is written \|\|/],
    ['(l > 3', 0, /never closed/],
    ['l > 3)', 5, /after the expression/],
    ["type == 'Tube", 8, /never closed/],
    ['l > 3 w', 6, /unexpected "w" after/],
    ['length > 3', 0, /unknown name "length"/],
    ['l > 3 && depth > 1', 9, /unknown name "depth"/],
    ['l', 0, /must be true or false, this is a number/],
    ["'Tube'", 0, /must be true or false/],
    ['l && w > 3', 0, /expected true or false, this is a number/],
    ['l > 3 && kg', 9, /expected true or false/],
    ['!l', 1, /expected true or false/],
    ['-dangerous > 1', 1, /expected a number, this is true or false/],
    ['l + type > 1', 4, /expected a number, this is a packaging type/],
    ["type < 'Tube'", 5, /< compares numbers/],
    ['type == 3', 5, /cannot compare/],
    ["type == 'Tubes'", 8, /"Tubes" is no known packaging type/],
    ["family == 'Roll'", 10, /no known packaging family/],
    ["from_zone == 'PER'", 13, /"PER" is no known zone/],
    ["'XYZ' == to_state", 0, /"XYZ" is no known state/],
    ["receiver_type == 'home'", 17, /no known address type/],
    ["to_country == 'Nz'", 14, /no known country/],
    ["service == 'air'", 11, /no known service/],
    ['from_zone == from_state', 10, /cannot compare/],
    ["'a' == 'a'", 4, /cannot compare/],
    ['1 < 2 < 3', 6, /cannot be chained/],
    ['l / 0 > 1', 4, /positive number only/],
    ['l / w > 1', 4, /positive number only/],
    ['l > 1.00001', 4, /four decimals/],
    ['l > 1e3', 5, /after the expression/],
    ['l.x > 1', 1, /unexpected "\."/],
    ['sqrt(l) > 1', 4, /after the expression/],
    ['l > 1; true', 5, /unexpected ";"/],
    ['kg > 1 ? true', 7, /unexpected "\?"/],
    ['é > 1', 0, /unexpected "é"/],
  ] as const) {
    it(`${source || '(nothing)'} at ${offset}`, () => {
      assert.throws(
        () => test(source),
        (error) =>
          error instanceof ExpressionError &&
          error.offset === offset &&
          message.test(error.message),
      );
    });
  }

  it('is found where a name is not known yet: the weight while the cubic factor is chosen', () => {
    assert.throws(() => test('charge_kg > 1', 'cubic'), /not known at this point/);
    assert.throws(() => test('l > 1', 'consignment'), /not known at this point/);
    assert.equal(test('cubic_kg > 1', 'cubic'), true);
  });

  it('is found in a rule that nests too deeply or is too long', () => {
    assert.throws(() => test(`${'('.repeat(60)}true${')'.repeat(60)}`), /nested more than 50/);
    assert.throws(() => test(`${'!'.repeat(60)}true`), /nested more than 50/);
    assert.throws(() => test('true || '.repeat(200)), /longer than 1000/);
  });
});

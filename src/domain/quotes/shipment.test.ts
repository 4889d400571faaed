import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aShipment } from '../../../test/support/rate-cards/cards.ts';
import { createShipment, nowhere } from './shipment.ts';

describe('a shipment', () => {
  it('sorts the sides of every line and keeps the original order too', () => {
    const [line] = aShipment(['2 x Carton 20x60x40 3kg']).lines;
    assert.deepEqual([line?.longMm, line?.middleMm, line?.shortMm], [600, 400, 200]);
    assert.deepEqual([line?.lengthMm, line?.widthMm, line?.heightMm], [200, 600, 400]);
  });

  it('totals pieces, weight and volume, and finds the longest and heaviest item', () => {
    const shipment = aShipment(['2 x Carton 20x60x40 3kg', 'Tube 150x12x12 6kg']);
    assert.equal(shipment.pieces, 3);
    assert.equal(shipment.weightGrams, 12_000);
    assert.equal(shipment.volumeMm3, 2 * 48_000_000 + 21_600_000);
    assert.equal(shipment.longestMm, 1500);
    assert.equal(shipment.heaviestGrams, 6000);
    assert.equal(shipment.packagings.length, 2);
  });

  it('is frozen', () => {
    const shipment = aShipment(['Carton 20x60x40 3kg']);
    assert.throws(() => Object.assign(shipment, { pieces: 2 }), TypeError);
    assert.throws(() => Object.assign(shipment.lines[0] ?? {}, { quantity: 2 }), TypeError);
    assert.throws(() => Object.assign(shipment.sender, { postcode: '0800' }), TypeError);
  });

  it('converts Australian postcodes to table positions and foreign postcodes to `nowhere`', () => {
    const end = { suburb: 'x', type: 'business' } as const;
    const shipment = createShipment({
      sender: { ...end, postcode: '0800', state: 'nt' },
      receiver: { ...end, country: 'nz', postcode: '1010' },
      items: [],
    });
    assert.equal(shipment.sender.postcodeIndex, 800);
    assert.equal(shipment.sender.state, 'NT');
    assert.equal(shipment.receiver.postcodeIndex, nowhere);
    assert.equal(shipment.receiver.country, 'NZ');
  });

  it("recognises a PO box by its postcode or by the request's flag", () => {
    const end = { suburb: 'x', type: 'business' } as const;
    const shipment = createShipment({
      sender: { ...end, postcode: '8001' },
      receiver: { ...end, postcode: '3000', isPoBox: true },
      items: [],
    });
    assert.ok(shipment.sender.isPoBox);
    assert.ok(shipment.receiver.isPoBox);
  });
});

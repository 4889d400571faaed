// Each format, from a file as carriers send it to the rows of a lane table, calculated by hand. The prices are
// invented.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  rateFile as fixture,
  readRates as read,
} from '../../../../test/support/rate-cards/rate-files.ts';

describe('MachShip', () => {
  test('imports lines as lanes, a reciprocal line as two, and rounds a fifth decimal', () => {
    const { lanes, reading, findings } = read('machship', [fixture('machship.csv')], {
      breaks: 'whole',
    });
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(lanes, [
      'gen,SYD,MEL,,,9.10,,14.50,kg,whole,250:0.3127|*:0.2805',
      'gen,SYD,BNE,,,9.232,,15.6796,kg,flat_rate,500:0.3327',
      'gen,BNE,SYD,,,8.40,,14.00,kg,flat_rate,*:0.3001',
      'gen,MEL,ADL,,,9.00,,15.00,kg,flat_rate,*:0.2901',
      'gen,MEL,ADL,,pallet,9.00,,15.00,pallet,flat_rate,*:96.50',
      'gen,SYD,PER,,,22.00,,41.00,kg,flat_rate,*:0.8802',
      'gen,MEL,SYD,,,9.10,,14.50,kg,whole,250:0.3127|*:0.2805',
    ]);
    assert.equal(reading.cardName, 'INV 2027');
    assert.ok(reading.lanes.every(({ cubic }) => cubic === '333'));
    assert.ok(findings.notes.some(({ note }) => note === 'amounts_rounded'));
  });

  test('asks once how breaks count and accepts the answer', () => {
    const asked = read('machship', [fixture('machship.csv')]);
    assert.deepEqual(
      asked.findings.questions.map(({ question }) => question),
      ['breaks'],
    );
    const { lanes, findings } = read('machship', [fixture('machship.csv')], {
      breaks: 'accumulative',
    });
    assert.deepEqual(findings.questions, []);
    assert.equal(lanes[0], 'gen,SYD,MEL,,,9.10,,14.50,kg,cumulative,250:0.3127|*:0.2805');
  });

  test('accepts Account as the second column, and prefers a return line to the mirrored one', () => {
    const text = [
      'Carrier,Account,Service,From Zone,To Zone,Reciprocal,Cubic Conversion,Basic,Minimum,Break Type,Item Type,Break From,Break To,Price',
      'C,A,S,X,Y,Y,250,1,2,WEIGHT,,0,,0.1',
      'C,A,S,Y,X,N,250,3,4,WEIGHT,,0,,0.2',
    ].join('\n');
    const { lanes } = read('machship', [{ name: 'f.csv', text }]);
    assert.deepEqual(lanes, [
      's,X,Y,,,1.00,,2.00,kg,flat_rate,*:0.10',
      's,Y,X,,,3.00,,4.00,kg,flat_rate,*:0.20',
    ]);
  });

  test('imports one carrier of a file with several and leaves out the others', () => {
    const head = fixture('machship.csv').text.split('\n')[0] ?? '';
    const text = `${head}\nA,CARD,S,X,Y,N,250,1,2,WEIGHT,,0,,0.1\nB,CARD,S,X,Y,N,250,1,2,WEIGHT,,0,,0.9`;
    const several = read('machship', [{ name: 'f.csv', text }]);
    assert.equal(several.findings.isHopeless, true);
    assert.equal(several.findings.refused[0]?.mistake.mistake, 'several_carriers');
    const { lanes, reading, findings } = read('machship', [{ name: 'f.csv', text }], {
      onlyCarrier: 'B',
    });
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(lanes, ['s,X,Y,,,1.00,,2.00,kg,flat_rate,*:0.90']);
    assert.equal(reading.leftOut, 1);
  });
});

describe('Direct Freight Express', () => {
  test('imports kilos and pallets, sliding breaks and an own city', () => {
    const { lanes, findings, reading } = read('direct-freight', [fixture('direct-freight.csv')]);
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(lanes, [
      'exp,MEL,ADL,,,7.25,,11.40,kg,flat_rate,*:0.241',
      'exp,MEL,ADL,,pallet,7.25,,99.00,pallet,flat_rate,*:88.50',
      'exp,MEL,SYD,,,7.25,,11.40,kg,whole,250:0.292|500:0.274|*:0.251',
      'exp,MEL,TAS,,,9.10,,11.40,kg,flat_rate,*:1.08',
      'exp,MEL,TAS,DEVONPORT,,8.10,,11.40,kg,flat_rate,*:0.81',
    ]);
    assert.equal(reading.lines, 7);
  });

  test("with Break and Seqno, reads Break as the limit and UpToKgs as a pallet's weight", () => {
    const { lanes, findings, reading } = read('direct-freight', [
      fixture('direct-freight-seqno.csv'),
    ]);
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(lanes, [
      'exp,MEL,ADL,,,7.25,,11.40,kg,flat_rate,*:0.241',
      'exp,MEL,ADL,,pallet,7.25,,99.00,pallet,flat_rate,*:88.50',
      'exp,MEL,SYD,,,7.25,,11.40,kg,whole,250:0.292|99999:0.251',
    ]);
    assert.equal(reading.palletMaxKg, 5_000_000);
  });

  test('asks how to read a flat rate', () => {
    const text = `${(fixture('direct-freight.csv').text.split('\r\n')[0] ?? '').slice(1)}\nA,B,E,,0,40,1,25,KILO,F,0,250`;
    const files = [{ name: 'f.csv', text }];
    assert.deepEqual(
      read('direct-freight', files).findings.questions.map(({ question }) => question),
      ['flat'],
    );
    assert.deepEqual(read('direct-freight', files, { flat: 'total' }).lanes, [
      'e,A,B,,,0.00,,0.00,kg,band,25:40.00',
    ]);
    assert.deepEqual(read('direct-freight', files, { flat: 'each' }).lanes, [
      'e,A,B,,,0.00,,0.00,kg,flat_rate,25:40.00',
    ]);
  });

  test('does not price a lane with a rejected line from its other lines', () => {
    const file = fixture('direct-freight.csv');
    const text = file.text.replace('$ 0.2740', 'POA');
    const { lanes, findings } = read('direct-freight', [{ ...file, text }]);
    assert.ok(!lanes.some((lane) => lane.includes('MEL,SYD')));
    assert.deepEqual(
      findings.refused.map(({ line, mistake }) => [line, mistake.mistake]),
      [
        [5, 'no_amount'],
        [4, 'lane_refused'],
        [6, 'lane_refused'],
      ],
    );
  });
});

describe('FreightExchange', () => {
  const tabs = ['rates', 'courier', 'zones'].map((tab) => fixture(`freightexchange-${tab}.csv`));

  test('imports steps beyond the basic charge, and bands where nothing is added', () => {
    const { lanes, findings, reading } = read('freightexchange', tabs);
    assert.deepEqual(findings.refused, []);
    assert.deepEqual(lanes, [
      'road,SYDM,MELM,,,8.20,25,12.00,kg,step,250:0.42/1|99999:0.38/1',
      'road,MELM,SYDM,,,8.40,25,,kg,step,*:2.10/5',
      'satchel,SYDM,MELM,,,,,,kg,band,0.5:7.95|1:9.15|3:12.60',
    ]);
    assert.equal(reading.fuelPercent, 130_100);
    assert.ok(reading.lanes.every(({ cubic }) => cubic === '1000/3'));
    assert.deepEqual([...new Set(reading.zones.map(({ zone }) => zone))], ['SYDM', 'MELM']);
  });

  test('asks how volume counts when there is no Courier tab', () => {
    const [rates, , zones] = tabs;
    assert.ok(rates !== undefined && zones !== undefined);
    const { findings } = read('freightexchange', [rates, zones]);
    assert.deepEqual(
      findings.questions.map(({ question }) => question),
      ['cubic'],
    );
  });
});

describe('a matrix', () => {
  test('imports every filled group of three cells as a lane and skips three blanks', () => {
    const { lanes, findings } = read('matrix', [fixture('matrix.csv')], {
      cubic: '250',
      service: 'allied',
    });
    assert.deepEqual(findings.refused, []);
    assert.equal(lanes.length, 9);
    assert.equal(lanes[0], 'allied,SYD,SYD,,,6.10,,9.20,kg,flat_rate,*:0.11');
    assert.equal(lanes[1], 'allied,MEL,SYD,,,7.80,,11.60,kg,flat_rate,*:0.31');
    assert.ok(!lanes.some((lane) => lane.startsWith('allied,SYD,TAS')));
  });

  test('asks for service and volume, which a matrix does not state', () => {
    const { findings } = read('matrix', [fixture('matrix.csv')]);
    assert.deepEqual(
      findings.questions.map(({ question }) => question),
      ['service', 'cubic'],
    );
  });
});

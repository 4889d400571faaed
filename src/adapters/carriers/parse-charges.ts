// The surcharges, fuel, warranty and tiers sections of card.json → definitions. A rule's `when` stays text here;
// check-card.ts compiles it once the zones are known.

import { divHalfUp, one4 } from '../../domain/decimal.ts';
import { lastDay } from '../../domain/rate-cards/card-day.ts';
import type {
  FuelDefinition,
  SurchargeDefinition,
  TierDefinition,
  WarrantyDefinition,
} from '../../domain/rate-cards/card-definition.ts';
import type { CardFile, SurchargeFile, WarrantyFile } from './card-schema.ts';
import { readDay, readDecimal } from './cell-values.ts';
import type { Surviving } from './check-shape.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import { fuelBounds } from './parse-areas.ts';
import type { Problems } from './problem.ts';

const dollars4PerCent = 100;

export type ParsedSurcharge = {
  readonly index: number;
  readonly surcharge: SurchargeDefinition;
};

export function parseSurcharges(
  files: Surviving<CardFile>['surcharges'],
  document: JsonDocument,
  problems: Problems,
): ParsedSurcharge[] {
  const codes = new Set<string>();
  return (files ?? []).flatMap((file, index) => {
    if (file === undefined) return [];
    if (codes.has(file.code)) {
      const place = document.place(['surcharges', index, 'code']);
      problems.error('duplicate_surcharge', place, file.code, 'this code is given twice');
    }
    codes.add(file.code);
    const charge = parseCharge(file, document, ['surcharges', index], problems);
    if (charge === undefined) return [];
    const amount = (key: 'minimum' | 'maximum'): number | undefined => {
      const value = file[key];
      const place = document.place(['surcharges', index, key]);
      return value === undefined ? undefined : readDecimal(value, place, problems);
    };
    const [minimum, maximum] = [amount('minimum'), amount('maximum')];
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      const place = document.place(['surcharges', index, 'minimum']);
      problems.error('minimum_above_maximum', place, file.minimum, 'is above the maximum');
    }
    const surcharge: SurchargeDefinition = {
      code: file.code,
      label: file.label ?? file.code,
      scope: file.scope ?? 'consignment',
      when: file.when,
      group: file.group,
      bearsFuel: file.fuel ?? false,
      charge,
      minimum,
      maximum,
    };
    return [{ index, surcharge }];
  });
}

function parseCharge(
  file: SurchargeFile,
  document: JsonDocument,
  path: JsonPath,
  problems: Problems,
): SurchargeDefinition['charge'] | undefined {
  const given = (['amount', 'percent', 'table', 'poa'] as const).filter(
    (key) => file[key] !== undefined && file[key] !== false,
  );
  if (given.length !== 1) {
    const message = 'give exactly one of amount, percent, table and poa';
    problems.error('surcharge_kind', document.place(path), given.join(' and '), message);
    return undefined;
  }
  if (file.amount !== undefined) {
    const amount = readDecimal(file.amount, document.place([...path, 'amount']), problems);
    return amount === undefined
      ? undefined
      : { kind: 'amount', amount, per: file.per ?? 'consignment' };
  }
  if (file.percent !== undefined) {
    const place = document.place([...path, 'percent']);
    const percent = readDecimal(file.percent, place, problems, { min: 0, max: 1000 * one4 });
    return percent === undefined ? undefined : { kind: 'percent', percent, of: file.of ?? 'base' };
  }
  return file.table === undefined ? { kind: 'price_on_application' } : { kind: 'areas' };
}

export type ParsedFuelEntry = {
  readonly index: number;
  readonly fuel: FuelDefinition;
};

export function parseFuel(
  files: Surviving<CardFile>['fuel'],
  document: JsonDocument,
  problems: Problems,
): ParsedFuelEntry[] {
  return (files ?? []).flatMap((file, index) => {
    if (file === undefined) return [];
    const place = (key: string) => document.place(['fuel', index, key]);
    const percent = readDecimal(file.percent, place('percent'), problems, fuelBounds);
    const from = readDay(file.from, place('from'), problems);
    const last = file.to ?? undefined;
    const to = last === undefined ? lastDay : readDay(last, place('to'), problems);
    if (percent === undefined || from === undefined || to === undefined) return [];
    if (to < from) {
      problems.error('dates_reversed', place('to'), last, `ends before it starts on ${file.from}`);
    }
    return [{ index, fuel: { percent, from, to, when: file.when } }];
  });
}

export const noWarrantyTerms: WarrantyDefinition = {
  kind: 'none',
  capCents: undefined,
  tiers: [],
  percent: 0,
  includedCents: 0,
  minimumFee: 0,
  feesIncludeGst: true,
  voidWhen: undefined,
};

export function parseWarranty(
  file: WarrantyFile,
  document: JsonDocument,
  problems: Problems,
): WarrantyDefinition {
  const decimal = (value: string | number | null | undefined, path: JsonPath) =>
    value === undefined || value === null
      ? undefined
      : readDecimal(value, document.place(['warranty', ...path]), problems);
  const cents = (value: string | number | null | undefined, path: JsonPath) => {
    const amount = decimal(value, path);
    return amount === undefined ? undefined : divHalfUp(amount, dollars4PerCent);
  };
  const tiers = (file.tiers ?? []).map((tier, index) => ({
    upToCents: cents(tier.up_to, ['tiers', index, 'up_to']),
    fee: decimal(tier.fee, ['tiers', index, 'fee']) ?? 0,
  }));
  const capCents = cents(file.cap, ['cap']);
  checkWarranty(file, { tiers, capCents }, document, problems);
  return {
    kind: file.kind,
    capCents,
    tiers,
    percent: decimal(file.percent, ['percent']) ?? 0,
    includedCents: cents(file.included, ['included']) ?? 0,
    minimumFee: decimal(file.minimum_fee, ['minimum_fee']) ?? 0,
    feesIncludeGst: file.fees_include_gst ?? true,
    voidWhen: file.void_when,
  };
}

function checkWarranty(
  file: WarrantyFile,
  parsed: Pick<WarrantyDefinition, 'tiers' | 'capCents'>,
  document: JsonDocument,
  problems: Problems,
): void {
  const { tiers, capCents } = parsed;
  if (file.kind === 'tiered' && tiers.length === 0) {
    problems.error('warranty', document.place(['warranty']), '', 'kind tiered needs tiers');
  }
  if (file.kind === 'percent' && file.percent === undefined) {
    problems.error('warranty', document.place(['warranty']), '', 'kind percent needs a percent');
  }
  let previous = -1;
  tiers.forEach(({ upToCents }, index) => {
    const place = document.place(['warranty', 'tiers', index, 'up_to']);
    const value = file.tiers?.[index]?.up_to;
    if (previous === Number.POSITIVE_INFINITY) {
      problems.error('open_break_not_last', place, value, 'nothing may follow the open tier');
    } else if ((upToCents ?? Number.POSITIVE_INFINITY) <= previous) {
      problems.error('breaks_not_rising', place, value, 'the limits of tiers must rise');
    }
    previous = upToCents ?? Number.POSITIVE_INFINITY;
  });
  if (file.kind === 'tiered' && capCents !== undefined && previous < capCents) {
    const place = document.place(['warranty', 'cap']);
    problems.error('warranty', place, file.cap, 'the cap is above the last tier');
  }
}

export function parseTiers(
  files: Surviving<CardFile>['tiers'],
  document: JsonDocument,
  problems: Problems,
): TierDefinition[] {
  const seen = new Set<number>();
  return (files ?? []).flatMap((file, index) => {
    if (file === undefined) return [];
    const { identifier, description } = file;
    if (seen.has(identifier)) {
      const place = document.place(['tiers', index, 'identifier']);
      problems.error('duplicate_tier', place, identifier, 'this identifier is given twice');
    }
    seen.add(identifier);
    const place = document.place(['tiers', index, 'adjust', 'base_percent']);
    const bounds = { min: -100 * one4, max: 100 * one4 };
    const basePercent = readDecimal(file.adjust.base_percent, place, problems, bounds);
    return basePercent === undefined ? [] : [{ identifier, description, basePercent }];
  });
}

// Column definitions that many tables share.
import type { ColumnDefinitionBuilder } from 'kysely';

type Definition = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Definition = (column) => column.notNull();

export const requiredWithDefault =
  (value: number | string): Definition =>
  (column) =>
    column.notNull().defaultTo(value);

export const requiredReference =
  (target: string): Definition =>
  (column) =>
    column.notNull().references(target);

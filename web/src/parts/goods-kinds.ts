// Kinds of goods on a customs declaration, as codes and as labels.

export const goodsKinds = [
  { value: 'merchandise', label: 'Merchandise' },
  { value: 'gift', label: 'A gift' },
  { value: 'sample', label: 'A sample' },
  { value: 'documents', label: 'Documents' },
  { value: 'return', label: 'A return' },
  { value: 'other', label: 'Something else' },
];

export function goodsKindName(kind: string): string {
  return goodsKinds.find(({ value }) => value === kind)?.label ?? kind;
}

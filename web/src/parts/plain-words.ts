// The service's messages begin with a field's name: "items.0.weight must be greater than 0." Beside the field only the
// rest is needed.
const fieldNames: Readonly<Record<string, string>> = {
  weight: 'Weight',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  quantity: 'Quantity',
  description: 'Packaging',
  suburb: 'The suburb',
  postcode: 'The postcode',
  declared_value: 'The declared value',
  email: 'The e-mail',
  phone: 'The phone number',
  name: 'The name',
  address: 'The street',
  pickup_date: 'The pickup day',
  pickup_time: 'The pickup time',
};

export function plainWords(sentence: string | undefined): string | undefined {
  return sentence
    ?.replace(/^(?:[a-z_]+\.|\d+\.)*[a-z_]+: (\w)/, (_path, first: string) => first.toUpperCase())
    .replace(/^(?:[a-z_]+\.|\d+\.)*([a-z_]+)(?= (?:must|is|has|"|\d))/, (_path, field: string) => {
      return fieldNames[field] ?? field.replaceAll('_', ' ');
    })
    .replace(/ Send it(, or [^.]*)?\.$/, '');
}

const listNames: Readonly<Record<string, string>> = { items: 'Line', warehouses: 'Warehouse' };

/**
 * Away from the field, the message must name it: "items.0.length is not known." becomes "Line 1: length is not
 * known.", and "warehouses.0.suburb: suburb of a warehouse is missing." names the warehouse. `lines` are the items'
 * lines in the imported file.
 */
export function plainSentence(text: string, lines: readonly number[] = []): string {
  return text
    .replaceAll(
      /\b(items|warehouses)\.(\d+)(?:\.[a-z_]+:|\.([a-z_]+))/g,
      (_path, list: string, at: string, field: string | undefined) =>
        `${listNames[list]} ${(list === 'items' ? lines[Number(at)] : undefined) ?? Number(at) + 1}:${field === undefined ? '' : ` ${field.replaceAll('_', ' ')}`}`,
    )
    .replaceAll(
      /\b(sender|receiver)\.([a-z_]+)/g,
      (_path, side: string, field: string, at: number, whole: string) =>
        `${/(^|[.!?] +)$/.test(whole.slice(0, at)) ? 'The' : 'the'} ${side}’s ${field.replaceAll('_', ' ')}`,
    );
}

/** Removes a carrier's code before its sentence: "OUTOFAREA: We do not deliver there." */
export function withoutCode(sentence: string): string {
  const plain = sentence.replace(/^[A-Z][A-Z0-9_-]{3,}:\s+/, '');
  return plain === '' ? sentence : plain;
}

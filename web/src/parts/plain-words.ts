// The service names fields as programs do: "items.0.weight must be greater than 0." Beside the field itself a person needs
// only the rest of the sentence.
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
};

export function plainWords(sentence: string | undefined): string | undefined {
  return sentence
    ?.replace(/^(?:[a-z_]+\.|\d+\.)*([a-z_]+)(?= (?:must|is|has|"))/, (_path, field: string) => {
      return fieldNames[field] ?? field.replaceAll('_', ' ');
    })
    .replace(/ Send it(, or [^.]*)?\.$/, '');
}

// The patterns of the schemas in words: an expression is for editors and programs, whoever reads a mistake wants an example.
const words: Readonly<Record<string, string>> = {
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time such as 16:30',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'a date such as 2027-01-31',
  '^-?[0-9]{1,9}([.][0-9]{1,4})?$': 'a number with at most four decimals, such as 12.50',
  '^[0-9]{1,9}([.][0-9]{1,4})?(/[0-9]{1,9}([.][0-9]{1,4})?)?$':
    'a number or a fraction, such as 1000/3',
  '^[A-Z][A-Z0-9_]*$': 'capital letters, digits and _, such as TAIL_LIFT',
  '^[A-Za-z0-9][A-Za-z0-9._-]*$': 'letters, digits and . _ -, such as ROAD-2027',
  '^([*]|[0-9]{4}(-[0-9]{4})?)$': 'a postcode, a range of postcodes or *, such as 6000-6999',
  '^[0-9]{4}(-[0-9]{4})?$': 'a postcode or a range of postcodes, such as 6000-6999',
  '^[A-Z0-9]*$': 'capital letters and digits, such as ABC1',
  '^[A-Z0-9]*([{]n(:0[0-9])?[}])?[A-Z0-9]*$':
    'capital letters and digits around {n}, such as ABC{n:03}',
  '^[0-9]{7,10}$': 'seven to ten digits, such as 0012345678',
  '^([A-Z0-9]{3}|[A-Z0-9]{5})$': 'three or five capital letters and digits, such as ABC12',
  '^[0-9]{5}$': 'five digits, such as 00091',
  '^[0-9]{2}$': 'two digits, such as 09',
  '^[A-Z0-9]{4}$': 'four capital letters and digits, such as ABC1',
  '^[A-Z0-9]{1,8}$': 'up to eight capital letters and digits, such as 10123456',
  '^[A-Z0-9]{3}$': 'three capital letters and digits, such as EXP',
  '^[A-Z]{2}$': 'two capital letters, such as NZ',
  '^[a-z][a-z0-9_]*$': 'small letters, digits and _, such as my_carrier',
  '^https?://': 'an address such as https://example.com',
  '^(@|([.][.]/){0,2})[A-Za-z0-9_-]+[.]csv$':
    'a CSV file here, of the carrier (../../zones.csv) or shared (@zones.csv), such as zones.csv',
};

export function describePattern(pattern: string): string {
  return words[pattern] ?? `what matches ${pattern}`;
}

// The countries that freight can be sent to, and whether an address there needs a postcode. The ISO 3166 package
// (`adapters/places/countries.ts`) has the countries but not their postcodes, so the two lists here add those. In
// other countries a postcode is optional: the post uses postcodes, but carriers deliver without one.

export type PostcodeStatus = 'required' | 'optional' | 'none';

export type Country = Readonly<{
  /** Two letters of ISO 3166-1. */
  code: string;
  name: string;
  /** In upper case, for comparison with typed text. */
  searchName: string;
  postcodeStatus: PostcodeStatus;
}>;

// Countries that have no postcodes or do not use them.
const withoutPostcodes: ReadonlySet<string> = new Set(
  `AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM
   KI KM KN KP LY ML MO MR NR NU QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU YE ZW`.split(
    /\s+/,
  ),
);

// Countries where every address has a postcode, and neither post nor carriers accept an address without one.
const needingPostcodes: ReadonlySet<string> = new Set(
  `AS AT AU AX BE BG BL BR CA CC CH CN CX CY CZ DE DK EE ES FI FK FM FO FR GB GF GG GL GP GR GU HR
   HU ID IM IN IS IT JE JP KR LI LT LU LV MC MF MH MP MQ MT MX MY NC NF NL NO NZ PF PL PM PN PR PT
   PW RE RO RU SE SG SI SJ SK SM TH TR TW UA US VA VI WF YT ZA`.split(/\s+/),
);

export function postcodeStatusOf(countryCode: string): PostcodeStatus {
  if (needingPostcodes.has(countryCode)) return 'required';
  return withoutPostcodes.has(countryCode) ? 'none' : 'optional';
}

// Spellings of a service's string_id in programs in the field, such as `toll_proirity_overnight`.
export const correctedCourier = (id: string): string => id.replace('proirity', 'priority');

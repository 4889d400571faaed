/** Programs in the field know services such as `toll_proirity_overnight`, with the letters in this order. */
export const correctedCourier = (id: string): string => id.replace('proirity', 'priority');

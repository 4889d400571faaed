// The names of the formats of a carrier's files, each with its version.
export const carrierFormat = 'carrier/1';
export const cardFormat = 'ratecard/1';
export const examplesFormat = 'examples/1';

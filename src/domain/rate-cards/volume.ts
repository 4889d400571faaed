// Volumes are counted in cubic millimetres, which sides in whole millimetres are exact in, and stated in cubic metres
// with four decimals.

/** Cubic millimetres in one ten-thousandth of a cubic metre. */
export const mm3PerM34 = 100_000;

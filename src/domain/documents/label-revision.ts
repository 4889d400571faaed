// How often a booking's label was drawn anew: links to an older one lead nowhere.

/** Of a label that never was. */
export const firstRevision = 1;

// The revision of a booking's label; a new revision invalidates links to older ones.

/** The revision of a label that has not been drawn yet. */
export const firstRevision = 1;

/** Relative to the root of the program. */
export const foldedFolder: string;
export const foldedIndex: string;
export function findFoldedProgram(root: string): string | null;
export function describeSources(root: string): string;

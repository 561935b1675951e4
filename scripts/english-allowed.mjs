/** Sentences in which a banned phrase is right, each with the reason. `file` limits one to a file. */
export const ALLOWED = [];

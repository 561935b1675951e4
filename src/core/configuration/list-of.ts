const MOST_CHARACTERS = 80;

/** Names in one line for a message: the first of many, each of few characters, and the number of the others. */
export function listOf(names: readonly (string | number)[], most = 8): string {
  const some = names.slice(0, most).map((name) => shortened(String(name)));
  const more = names.length - some.length;
  return more > 0 ? `${some.join(", ")} and ${more} more` : some.join(", ");
}

const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/** A person in a typed or pasted list. */
export interface TypedPerson {
  /** Part of the text that names the person, as typed. */
  readonly typed: string;
  /** User name or e-mail address, without the rest of the text. */
  readonly entry: string;
}

/** An address in a text: an "@" with characters on both sides. */
const ADDRESS = /[^\s<>()[\]"“”„‚,;:]+@[^\s<>()[\]"“”„‚,;:]+/g;

/**
 * A part of a list, up to a comma, semicolon or line end. The part does not end inside a quoted name before an address,
 * as in `"Doe, Anna" <anna@example.org>`.
 */
const PART = /(?:"[^"\n]*"\s*(?=<)|[^,;\n\r])+/g;

/**
 * Splits a list of people that was typed, or copied from a mail program or a table. Returns repeated people only once.
 */
export function splitPeople(text: string): TypedPerson[] {
  const people = new Map<string, TypedPerson>();
  for (const [part] of text.matchAll(PART)) {
    for (const person of peopleIn(part.trim())) {
      const same = person.entry.toLowerCase();
      if (person.entry && !people.has(same)) people.set(same, person);
    }
  }
  return [...people.values()];
}

/**
 * Returns the people in a part of a list. A part with several addresses contains several people. If the part is a row
 * of a table, ignores cells without an address, because they contain people's names. If no cell of the row contains an
 * address, each cell is a person.
 */
function peopleIn(typed: string): TypedPerson[] {
  if (typed.includes('\t') && !typed.includes('@')) {
    return typed.split('\t').map((cell) => ({ typed: cell.trim(), entry: cell.trim() }));
  }
  const addresses = typed.match(ADDRESS) ?? [];
  if (addresses.length > 1) return addresses.map((address) => ({ typed: address, entry: withoutEnds(address) }));
  const [address] = addresses;
  return [{ typed, entry: address === undefined ? typed : withoutEnds(address) }];
}

/** Removes punctuation around an address, and "mailto:" before it. */
function withoutEnds(address: string): string {
  return address.replace(/^mailto:/i, '').replace(/^['’‘.]+|['’‘.!?]+$/g, '');
}

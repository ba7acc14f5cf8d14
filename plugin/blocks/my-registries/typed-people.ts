/** Somebody in a list that was typed or pasted. */
export interface TypedPerson {
  /** The part of the text that names them, as it was typed. */
  readonly typed: string;
  /** The user name or e-mail address in it. */
  readonly entry: string;
}

/** What an address looks like in a text: no more than that something stands on both sides of an "@". */
const ADDRESS = /[^\s<>()[\]"“”„‚,;:]+@[^\s<>()[\]"“”„‚,;:]+/g;

/** A part of a list: up to a comma, semicolon or line end; those between quotes belong to a name before an address. */
const PART = /(?:"[^"\n]*"\s*(?=<)|[^,;\n\r])+/g;

/**
 * Splits a list of people: what people type, and what they copy from mail programs and tables. Whoever is named twice
 * comes once.
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
 * Returns those whom a part names: several, where addresses stand in it with spaces between them. Cells of a table without
 * an address are names of those in the other cells, unless no cell has one.
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

/** Returns an address without what stands around it in a sentence or in a link. */
function withoutEnds(address: string): string {
  return address.replace(/^mailto:/i, '').replace(/^['’‘.]+|['’‘.!?]+$/g, '');
}

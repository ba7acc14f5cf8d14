/** A schema.org object on a page. JSON-LD is unchanged; microdata is converted to the same form. */
export type Thing = { readonly [property: string]: unknown };

/** Returns whether a value of JSON-LD is a thing, as opposed to a text, number or list. */
export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the values of a property. JSON-LD may contain no value, one value or a list. */
export function valuesOf(thing: Thing, property: string): readonly unknown[] {
  const value = Object.hasOwn(thing, property) ? thing[property] : undefined;
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, 200) : [value];
}

/** Returns the schema.org things among the values of a property. */
export function thingsOf(thing: Thing, property: string): readonly Thing[] {
  return valuesOf(thing, property).filter(isThing);
}

/**
 * Returns the first value of a property as text. Values are texts, numbers, or objects with a `@value` or `name`.
 * Returns '' if the property has no such value.
 */
export function textOf(thing: Thing, property: string): string {
  for (const value of valuesOf(thing, property)) {
    const text = plain(value);
    if (text.trim() !== '') return text;
  }
  return '';
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isThing(value)) return '';
  const inner = [value['@value'], value.name].find((part) => typeof part === 'string' || typeof part === 'number');
  return inner === undefined ? '' : String(inner);
}

/** Returns the types of a thing in lower case, without namespace: `https://schema.org/Product` becomes `product`. */
export function typesOf(thing: Thing): readonly string[] {
  return valuesOf(thing, '@type')
    .filter((type) => typeof type === 'string')
    .map((type) =>
      type
        .slice(0, 200)
        .replace(/[/#]+$/, '')
        .replace(/^.*[/#:]/, '')
        .toLowerCase(),
    );
}

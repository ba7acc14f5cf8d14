import type { Thing } from './thing.ts';

/** Maximum number of things on one page. */
const MAX_THINGS = 1000;

/** Maximum number of values on one page. */
const MAX_VALUES = 10_000;

/** For each element, the attribute that contains the value of a property. */
const VALUE_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  audio: 'src',
  data: 'value',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  link: 'href',
  meta: 'content',
  meter: 'value',
  object: 'data',
  source: 'src',
  time: 'datetime',
  track: 'src',
  video: 'src',
};

interface Scope {
  depth: number;
  thing: Record<string, unknown>;
}

/** Collects microdata and RDFa Lite while the parser opens and closes elements. */
export class Microdata {
  /** Top-level things in the order of the page. */
  readonly things: Thing[] = [];
  readonly loose: Record<string, unknown> = {};
  #scopes: Scope[] = [];
  #left = MAX_VALUES;
  #thingsLeft = MAX_THINGS;

  /**
   * Handles the start of an element.
   * @param depth depth of the element in the page
   * @returns null if the element's text is not the value of a property. Otherwise, returns a function that stores this
   * value: call it with the text when the element ends
   */
  open(depth: number, name: string, attributes: Readonly<Record<string, string>>): ((text: string) => void) | null {
    const properties = namesIn(attributes.itemprop ?? this.#rdfaProperty(name, attributes.property));
    const parent = this.#scopes.at(-1)?.thing ?? this.loose;
    const type = attributes.itemtype ?? attributes.typeof;
    if (attributes.itemscope !== undefined || (type !== undefined && attributes.typeof !== undefined)) {
      this.#openThing(depth, type ?? '', parent, properties);
      return null;
    }
    if (properties.length === 0 || this.#left <= 0) return null;
    this.#left--;
    const value = attributeValue(name, attributes);
    if (value === null) return (text) => add(parent, properties, text.trim());
    add(parent, properties, value);
    return null;
  }

  /** Handles the end of an element. */
  close(depth: number): void {
    if (this.#scopes.at(-1)?.depth === depth) this.#scopes.pop();
  }

  /** Returns the RDFa property of an element. A `<meta property>` that describes the page itself does not count. */
  #rdfaProperty(name: string, property: string | undefined): string | undefined {
    const isOfPage = name === 'meta' && (this.#scopes.length === 0 || property?.includes(':') === true);
    return isOfPage ? undefined : property;
  }

  #openThing(depth: number, type: string, parent: Record<string, unknown>, properties: readonly string[]): void {
    if (this.#thingsLeft-- <= 0) return;
    const thing = { '@type': namesIn(type) };
    if (properties.length > 0 && parent !== this.loose) add(parent, properties, thing);
    else this.things.push(thing);
    this.#scopes.push({ depth, thing });
  }
}

function attributeValue(name: string, attributes: Readonly<Record<string, string>>): string | null {
  if (attributes.content !== undefined) return attributes.content;
  const attribute = Object.hasOwn(VALUE_ATTRIBUTES, name) ? VALUE_ATTRIBUTES[name] : undefined;
  return attribute === undefined ? null : (attributes[attribute] ?? '');
}

/** Splits names at white space, and reduces `schema:name` and `https://schema.org/name` to `name`. */
function namesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const names = text.slice(0, 300).split(/\s+/, 8);
  return names.map((name) => name.replace(/^.*[/#:]/, '')).filter((name) => name !== '');
}

function add(thing: Record<string, unknown>, properties: readonly string[], value: unknown): void {
  for (const property of properties) {
    const known = Object.hasOwn(thing, property) ? thing[property] : undefined;
    if (Array.isArray(known)) known.push(value);
    else if (property !== '__proto__' && property !== '@type') thing[property] = [value];
  }
}

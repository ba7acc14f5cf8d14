import { plainText } from './texts.ts';
import { isThing, type Thing } from './thing.ts';

/** Maximum depth to which JSON-LD is searched for schema.org things. */
const MAX_DEPTH = 12;

/** Maximum number of values that are searched for schema.org things. */
const MAX_NODES = 20_000;

/** Number of characters that are read after a quotation mark to decide whether the quotation mark ends a text. */
const LOOK_AHEAD = 40;

/**
 * Parses the JSON of a script element. Repairs syntax errors that are common in shops. Never throws.
 * @returns the values in the script, usually one
 */
export function parseJsonLd(script: string): readonly unknown[] {
  const text = withoutWrapping(script);
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const readable = !text.includes('"') && text.includes('&quot;') ? plainText(text) : text;
  return new JsonRepair(readable)
    .run()
    .map(parse)
    .filter((value) => value !== undefined);
}

/** Returns the schema.org things in parsed JSON-LD, outer things before inner things. Resolves references by `@id`. */
export function thingsIn(values: readonly unknown[]): readonly Thing[] {
  const things: Thing[] = [];
  const byId = new Map<string, Thing>();
  let next: readonly unknown[] = values;
  let seen = 0;
  for (let depth = 0; depth < MAX_DEPTH && next.length > 0; depth++) {
    const inside: unknown[] = [];
    for (const value of next) {
      if (seen++ > MAX_NODES) return resolved(things, byId);
      if (Array.isArray(value)) inside.push(...value.slice(0, 1000));
      if (!isThing(value)) continue;
      if ('@type' in value) things.push(value);
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 1) byId.set(id, value);
      inside.push(
        ...Object.values(value)
          .slice(0, 200)
          .filter((inner) => typeof inner === 'object'),
      );
    }
    next = inside;
  }
  return resolved(things, byId);
}

const POINTING = ['offers', 'brand', 'image', 'hasVariant', 'priceSpecification', 'mainEntity'];

/** Replaces objects that contain only an `@id` with the thing that has this id, in the properties of `POINTING`. */
function resolved(things: readonly Thing[], byId: ReadonlyMap<string, Thing>): readonly Thing[] {
  const target = (value: unknown): unknown => {
    const id = isThing(value) && Object.keys(value).length === 1 ? value['@id'] : undefined;
    return typeof id === 'string' ? (byId.get(id) ?? value) : value;
  };
  return things.map((thing) => {
    const changed: Record<string, unknown> = {};
    for (const property of POINTING) {
      const value = Object.hasOwn(thing, property) ? thing[property] : undefined;
      if (value === undefined) continue;
      changed[property] = Array.isArray(value) ? value.slice(0, 1000).map(target) : target(value);
    }
    return { ...thing, ...changed };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes CDATA and HTML comment marks around the JSON. */
function withoutWrapping(script: string): string {
  return script
    .trim()
    .replace(/^((?:\/[/*]\s*)?)<!\[CDATA\[/i, '$1')
    .replace(/\]\]>(?:\s*(?:\*\/|-->))?$/, '')
    .replace(/^<!--/, '')
    .replace(/-->$/, '');
}

/**
 * Repairs JSON in one pass: control characters and stray quotation marks in texts, wrong escapes, comments, trailing
 * commas.
 */
class JsonRepair {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #done: string[] = [];
  #parts: string[] = [];
  /** Index in `#parts` of a comma without a following value; −1 if there is none. */
  #comma = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the JSON text of each value. */
  run(): readonly string[] {
    while (this.#at < this.#text.length && this.#done.length < 100) this.#step();
    return this.#done;
  }

  #step(): void {
    const pair = this.#text.slice(this.#at, this.#at + 2);
    if (pair.startsWith('"')) this.#quoted();
    else if (pair === '//') this.#skipTo('\n');
    else if (pair === '/*') this.#skipTo('*/');
    else {
      this.#at++;
      this.#take(pair.charAt(0));
    }
  }

  #take(char: string): void {
    if (char <= ' ' || char === '\ufeff' || char === '\u00a0') return;
    if (this.#depth === 0 && char !== '{' && char !== '[') return;
    if (char === ',' && this.#comma >= 0) return;
    const closes = char === '}' || char === ']';
    if (closes && this.#comma >= 0) this.#parts[this.#comma] = '';
    this.#comma = char === ',' ? this.#parts.length : -1;
    this.#parts.push(char);
    if (char === '{' || char === '[') this.#depth++;
    else if (closes) this.#close();
  }

  #close(): void {
    this.#depth--;
    if (this.#depth > 0) return;
    this.#done.push(this.#parts.join(''));
    this.#parts = [];
  }

  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    this.#at = found < 0 ? this.#text.length : found + end.length;
  }

  #quoted(): void {
    this.#comma = -1;
    const parts = ['"'];
    this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text.charAt(this.#at);
      if (char === '\\') parts.push(this.#escaped());
      else if (char === '"') {
        if (this.#endsHere()) break;
        parts.push('\\"');
      } else parts.push(char < ' ' ? (char === '\n' ? '\\n' : ' ') : char);
    }
    this.#at++;
    parts.push('"');
    if (this.#depth > 0) this.#parts.push(parts.join(''));
  }

  #escaped(): string {
    const next = this.#text.charAt(this.#at + 1);
    if (next === 'u') return /^[\da-f]{4}$/i.test(this.#text.slice(this.#at + 2, this.#at + 6)) ? this.#pair('u') : '';
    return '"\\/bfnrt'.includes(next) && next !== '' ? this.#pair(next) : '';
  }

  #pair(next: string): string {
    this.#at++;
    return `\\${next}`;
  }

  /**
   * Returns whether the current quotation mark ends a string. This is the case if JSON syntax, or nothing but white
   * space, follows the mark.
   */
  #endsHere(): boolean {
    const behind = this.#text.slice(this.#at + 1, this.#at + 1 + LOOK_AHEAD).trimStart();
    return behind === '' || ',:}]/'.includes(behind.charAt(0));
  }
}

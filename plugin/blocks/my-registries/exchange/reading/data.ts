import { EXPORT_DATA_ID } from '../../../../assets/shared-names.ts';
import { readPage } from './html.ts';
import { UnreadableFile } from './wish.ts';

/** Maximum nesting depth of the JSON. The limit leaves room for newer versions, whose files may be nested deeper. */
const MAX_DEPTH = 16;

/** Returns the JSON in a page that was exported from Largesse; undefined for other pages. */
export function dataIn(html: string): string | undefined {
  if (!html.includes(EXPORT_DATA_ID)) return undefined;
  let data: string | undefined;
  let isInside = false;
  readPage(html, {
    open(name, attributes) {
      isInside = data === undefined && name === 'script' && attributes.get('id') === EXPORT_DATA_ID;
      if (isInside) data = '';
    },
    close() {
      isInside = false;
    },
    text(text) {
      if (isInside) data += text;
    },
  });
  return data;
}

/** Parses JSON. @throws {UnreadableFile} if the JSON is damaged or nested too deeply */
export function readData(json: string): unknown {
  if (depthOf(json) > MAX_DEPTH) throw new UnreadableFile('too deep');
  try {
    const data: unknown = JSON.parse(json, (key, value) => {
      // PHP refuses unpaired surrogates.
      if (/\p{Cs}/u.test(typeof value === 'string' ? key + value : key)) throw new SyntaxError('half of a character');
      return value;
    });
    return data;
  } catch {
    throw new UnreadableFile('damaged data');
  }
}

/** Returns the maximum nesting depth of lists and objects. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at);
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

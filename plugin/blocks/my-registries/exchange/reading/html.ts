/*! With htmlparser2 and entities (MIT and BSD-2-Clause licenses): see licenses.txt */
import { Tokenizer } from 'htmlparser2';
import { decoded } from './entities.ts';

/** Receives the parts of a page in document order. Names are in lower case. */
export interface PageReader {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const ignore = () => {};

/**
 * Reads a page once from front to back. Entities in texts and attributes are decoded.
 * @param isXml true for XML, whose empty elements end themselves (`<a/>`)
 */
export function readPage(html: string, reader: PageReader, isXml = false): void {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  /** Text since the last tag or comment; it arrives in pieces. */
  let text = '';
  const flush = () => {
    const isScript = !isXml && (name === 'script' || name === 'style');
    if (text !== '') reader.text(isScript ? text : decoded(text, isXml ? 'xml' : 'text'));
    text = '';
  };
  const opened = () => {
    flush();
    reader.open(name, attributes);
  };
  const tokenizer = new Tokenizer(
    // Without its own list of entities, which the build leaves out.
    { decodeEntities: false, xmlMode: isXml },
    {
      onopentagname(start, end) {
        flush();
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity: ignore,
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, decoded(value, isXml ? 'xml' : 'attribute'));
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened();
        if (isXml) reader.close(name);
      },
      onclosetag(start, end) {
        flush();
        name = '';
        reader.close(html.slice(start, end).toLowerCase());
      },
      ontext(start, end) {
        text += html.slice(start, end);
      },
      ontextentity: ignore,
      oncomment: flush,
      onend: flush,
      oncdata(start, end, offset) {
        flush();
        reader.text(html.slice(start, end - offset));
      },
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

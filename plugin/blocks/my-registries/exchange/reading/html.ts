/*! With htmlparser2 and entities (MIT and BSD-2-Clause licenses): see licenses.txt */
import { Tokenizer } from 'htmlparser2';

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
    if (text !== '') reader.text(text);
    text = '';
  };
  const opened = () => {
    flush();
    reader.open(name, attributes);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: isXml },
    {
      onopentagname(start, end) {
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
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened();
        if (isXml) reader.close(name);
      },
      onclosetag(start, end) {
        flush();
        reader.close(html.slice(start, end).toLowerCase());
      },
      ontext(start, end) {
        text += html.slice(start, end);
      },
      ontextentity(code) {
        text += String.fromCodePoint(code);
      },
      oncomment: flush,
      onend: flush,
      oncdata(start, end, offset) {
        text += html.slice(start, end - offset);
      },
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

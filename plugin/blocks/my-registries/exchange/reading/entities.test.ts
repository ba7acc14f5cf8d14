import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { readPage } from './html.ts';

/** Returns text and attributes of a page, decoded by htmlparser2 with all entities. */
function expected(html: string, xmlMode: boolean): string[] {
  const found: string[] = [];
  const parser = new Parser(
    { onattribute: (_, value) => found.push(value), ontext: (text) => found.push(text) },
    { xmlMode, decodeEntities: true },
  );
  parser.end(html);
  return found;
}

function read(html: string, isXml: boolean): string[] {
  const found: string[] = [];
  const page = {
    open: (_: string, attributes: ReadonlyMap<string, string>) => found.push(...attributes.values()),
    close: () => {},
    text: (text: string) => found.push(text),
  };
  readPage(html, page, isXml);
  return found;
}

describe('entities', () => {
  it('are decoded as by htmlparser2', () => {
    const part = fc.constantFrom(
      ...['&amp;', '&amp', '&ampx', '&quot;', '&apos;', '&euro;', '&eacute', '&eacute;', '&Auml;', '&zcaron;', '&copy'],
      ...['&copy=2', '&#39;', '&#39', '&#x1F600;', '&#128;', '&foo;', '&', '&;', '&#;', 'a', ' ', '=', ';', 'amp;'],
    );
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (inside, attribute, isXml) => {
        const page = `<b x="${attribute}">${inside}</b>`;
        assert.equal(read(page, isXml).join(''), expected(page, isXml).join(''), page);
      }),
      { numRuns: 2000 },
    );
    assert.deepEqual(read('<script>"&amp;"</script>&lt;', false), ['"&amp;"', '<']);
    assert.deepEqual(read('<a><![CDATA[&amp;]]>&amp;</a>', true), ['&amp;', '&']);
  });
});

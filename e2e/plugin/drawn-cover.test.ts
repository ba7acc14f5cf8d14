import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** Measurements of a picture. The last three fields count pixels that differ from the background. */
interface Drawn {
  bytes: number;
  width: number;
  height: number;
  hash: string;
  /** Number of drawn pixels in the area where the text begins. */
  text: number;
  /** Number of drawn pixels in the area that should be empty. */
  beside: number;
  /** Number of drawn pixels in the middle. A cover without text has its drawing there. */
  middle: number;
}

type Texts = [title: string, occasion: string, day: string];

/** Draws covers with the machine's own PHP, because PHP in Node cannot render text. */
function draw(all: Texts[]): { drawn: Drawn[]; writes: boolean } {
  const { stdout, stderr } = spawnSync('php', [join(import.meta.dirname, 'drawn-cover.php'), JSON.stringify(all)]);
  assert.equal(String(stderr), '');
  return JSON.parse(String(stdout));
}

const hasLetters = (() => {
  const { status, stdout } = spawnSync('php', ['-r', 'echo function_exists( "imagettfbbox" ) ? "yes" : "";']);
  return status === 0 && String(stdout) === 'yes';
})();

describe('a drawn cover', { skip: hasLetters ? false : 'PHP with FreeType is not installed' }, () => {
  const one = (...texts: Texts): Drawn => {
    const [drawn] = draw([texts]).drawn;
    assert.ok(drawn);
    return drawn;
  };

  it('contains title, occasion and day, each within its area, however long they are', () => {
    const titles = [
      'Ada',
      'Anna & Tom get married',
      'Familie Krautschneider-Hühnerbein freut sich auf Zwillinge',
      'Donaudampfschifffahrtsgesellschaftskapitänspatentsammlung'.repeat(3),
      'W'.repeat(200),
      'many words '.repeat(18).trim(),
      'Анна и Иван',
      'Άννα & Γιώργος',
      'Baby 👶🏽 Ada ❤️',
    ];
    const { drawn, writes } = draw(titles.map((title) => [title, 'Wedding of the year'.repeat(5), '12 June 2037']));
    assert.equal(writes, true);
    for (const [index, title] of titles.entries()) {
      const { bytes, width, height, text, beside } = drawn[index] ?? one('', '', '');
      assert.deepEqual([width, height], [1200, 630]);
      assert.ok(bytes < 300_000, `${title}: ${bytes} bytes`);
      assert.ok(text > 1000, `${title}: ${text} pixels of text`);
      assert.equal(beside, 0, title);
    }
  });

  it('contains only the drawing if its fonts lack the letters, never boxes or garbled words', () => {
    for (const title of ['赤ちゃん', 'Ada と Ben', 'حفل زفاف', 'חתונה', '👶', '', '\u0301', 'नमस्ते', '   ']) {
      const { text, middle } = one(title, 'Wedding', '12 June 2037');
      assert.equal(text, 0, title);
      assert.ok(middle > 1000, title);
    }
    // If the fonts lack only the letters of the occasion, the cover still shows the title.
    assert.ok(one('Ada', '結婚', '').text > 1000);
  });

  it('shows the title literally, without GD’s own syntax', () => {
    const [plain, encoded, number, accent, apart] = draw([
      ['a & b', '', ''],
      ['a &amp; b', '', ''],
      ['a &#38; b', '', ''],
      ['é', '', ''],
      ['e', '', ''],
    ]).drawn;
    assert.equal(new Set([plain, encoded, number].map((drawn) => drawn?.hash)).size, 3);
    assert.notEqual(accent?.hash, apart?.hash);
  });

  it('has a drawing for its occasion, in both languages', () => {
    const occasions = [
      ['Wedding', 'Unsere Hochzeit', 'engagement'],
      ['Baby', 'Geburt', 'Taufe'],
      ['Birthday', 'Geburtstag', '40th birthday'],
      ['Housewarming', 'Einzug'],
      ['Christmas', 'Weihnachten', 'Just so'],
    ];
    // The covers have no title, so they contain only the drawing.
    const hashes = occasions.map(
      (names) => new Set(draw(names.map((name) => ['', name, ''])).drawn.map(({ hash }) => hash)),
    );
    for (const [index, found] of hashes.entries()) assert.equal(found.size, 1, occasions[index]?.join());
    assert.equal(new Set(hashes.flatMap((found) => [...found])).size, occasions.length);
  });
});

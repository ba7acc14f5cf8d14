import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HEIGHT, type Layout, layOut, type Texts, WIDTH } from './blocks/my-registries/link-picture/layout.ts';

/** Lays out texts in a font in which each code point is half as wide as high. */
const laidOut = (texts: Partial<Texts>): Layout =>
  layOut({ title: '', occasion: '', day: '', ...texts }, (text, size) => ([...text].length * size) / 2);

/** Returns the lines of a title. */
const lines = (title: string): string[] => laidOut({ title }).lines.map(({ text }) => text);

/** Returns the font size of a title in pixels. */
const sizeOf = (title: string): number => laidOut({ title }).lines[0]?.size ?? 0;

describe('the picture for shared links', () => {
  it('has occasion, title and day below each other, in the middle', () => {
    const { lines } = laidOut({ title: 'Ada', occasion: 'Wedding', day: '12 June' });
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['Wedding', 'Ada', '12 June'],
    );
    const [first, , last] = lines.map(({ baseline }) => baseline);
    assert.ok(Math.abs((first ?? 0) + (last ?? 0) - HEIGHT) < 40);
    assert.equal(new Set(lines.map(({ color }) => color)).size, 3);
  });

  it('leaves out empty texts', () => {
    assert.equal(laidOut({}).lines.length, 0);
    assert.deepEqual(
      laidOut({ occasion: 'Wedding', title: ' \n ' }).lines.map(({ text }) => text),
      ['Wedding'],
    );
    const { lines } = laidOut({ title: 'Ada' });
    assert.ok(Math.abs((lines[0]?.baseline ?? 0) - HEIGHT / 2) < 40);
  });

  it('shows a title in the largest size that fits', () => {
    const sizes = ['Ada', 'Anna & Tom get married', 'Eight words that need more than three lines'].map(sizeOf);
    assert.deepEqual(sizes, [107, 93, 69]);
    assert.equal(sizeOf('Wohnungseinweihungsfeier'), 45);
  });

  it('breaks a title between words and after hyphens only, as long as that fits', () => {
    assert.deepEqual(lines('Anna & Tom get married'), ['Anna & Tom', 'get married']);
    assert.deepEqual(lines('Familie Krautschneider-Hühnerbein'), ['Familie', 'Krautschneider-', 'Hühnerbein']);
  });

  it('breaks words that are too long, and truncates a title that is too long', () => {
    const shown = lines('W'.repeat(200));
    assert.equal(shown.length, 6);
    assert.ok(shown.every((line) => [...line].length <= 24));
    assert.ok(shown.at(-1)?.endsWith('W…'));
    const words = lines('many words '.repeat(18));
    assert.ok(words.slice(0, -1).every((line) => /^(many|words)( (many|words))*$/.test(line)));
    assert.match(words.at(-1) ?? '', /\w…$/);
  });

  it('shows each title within its area', () => {
    const titles = [
      'Ada',
      'x'.repeat(200),
      'many words '.repeat(18),
      '👶🏽'.repeat(60),
      '結婚'.repeat(100),
      'a-'.repeat(99),
    ];
    for (const title of titles) {
      const all = laidOut({ title, occasion: 'Wedding of the year '.repeat(9), day: '12 June 2037' }).lines;
      for (const { text, size } of all) assert.ok(([...text].length * size) / 2 <= 560, `${title}: ${text}`);
      assert.ok(
        all.every(({ baseline, size }) => baseline - size > 35 && baseline < HEIGHT - 35),
        title,
      );
    }
  });

  it('reduces a long occasion to one line, and truncates it if that is not enough', () => {
    const [short, long, longest] = ['Wedding', 'Confirmation of our eldest daughter Ada', 'word '.repeat(40)].map(
      (occasion) => laidOut({ occasion }).lines[0],
    );
    assert.equal(short?.size, 33);
    assert.deepEqual([long?.size, long?.text.endsWith('Ada')], [28, true]);
    assert.equal(longest?.size, 21);
    assert.match(longest?.text ?? '', /\w…$/);
  });

  it('never splits what readers see as one character', () => {
    for (const line of lines('👶🏽'.repeat(60))) assert.match(line, /^(👶🏽)+…?$/u);
    for (const line of lines('👨‍👩‍👧‍👦'.repeat(30))) assert.match(line, /^(👨‍👩‍👧‍👦)+…?$/u);
    for (const line of lines('e\u0323\u0302'.repeat(90))) assert.match(line, /^(ệ)+…?$/);
  });

  it('breaks scripts without spaces between words, and keeps punctuation with its word', () => {
    const chinese = lines('小明和小红的婚礼礼物清单，欢迎大家来看看！（谢谢）');
    assert.equal(chinese.join(''), '小明和小红的婚礼礼物清单，欢迎大家来看看！（谢谢）');
    assert.ok(chinese.length > 1);
    for (const line of chinese) assert.doesNotMatch(line, /^[，！）]|（$/);
    const thai = lines('รายการของขวัญวันเกิดของน้องมะลิ');
    assert.ok(thai.length > 1);
    for (const line of thai) assert.doesNotMatch(line, /^\p{M}/u);
  });

  it('breaks long words in browsers that cannot segment texts', (t) => {
    t.mock.property(Intl, 'Segmenter', undefined);
    Reflect.deleteProperty(Intl, 'Segmenter');
    assert.equal(lines('小明和小红的婚礼礼物清单'.repeat(4)).join(''), '小明和小红的婚礼礼物清单'.repeat(4));
  });

  it('is mirrored for a right-to-left title', () => {
    const plain = laidOut({ title: 'Ada', occasion: 'Wedding' });
    const mirrored = laidOut({ title: '“حفل” Ada', occasion: 'Wedding', day: '12.6.2037' });
    assert.deepEqual([plain.isMirrored, mirrored.isMirrored], [false, true]);
    assert.equal(plain.textEdge + mirrored.textEdge, WIDTH);
    assert.ok(mirrored.drawingLeft < plain.drawingLeft);
    assert.deepEqual(
      mirrored.lines.map(({ isRightToLeft }) => isRightToLeft),
      [false, true, true],
    );
    assert.ok(laidOut({ title: 'חתונה של Ada' }).isMirrored);
    assert.ok(!laidOut({ title: '12 Ada חתונה' }).isMirrored);
    assert.ok(!laidOut({ title: '👶🏽 2037' }).isMirrored);
  });

  it('ignores characters that would reorder a line, and control characters', () => {
    assert.deepEqual(lines('\u202eAda\u202c \u2066&\u2069\tTom\u0007'), ['Ada & Tom']);
  });
});

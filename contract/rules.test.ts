import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_SAFE } from './limits.ts';
import { asciiAddress } from './mail-address.ts';
import { FORMAT_NAMES, RULE_NAMES, RULES, ruleText, TYPE_NAMES } from './rules.ts';
import { brief, ruleCases } from './testing/rule-cases.ts';
import { currencyCode, email, filledText, invitee, optionalText, patternRule, text, uuid } from './text.ts';

describe('the text of a rule', () => {
  it('contains its limit', () => {
    assert.equal(ruleText('maxLength', 100), 'must be at most 100 characters');
    assert.equal(ruleText('enum', ['a', 'b']), 'must be one of a, b');
    assert.equal(ruleText('required'), 'is required');
  });

  it('names types and formats in words', () => {
    assert.equal(ruleText('type', ['integer', 'null']), 'must be a whole number or null');
    assert.equal(ruleText('format', 'date'), 'must be a date, YYYY-MM-DD');
    for (const type of Object.keys(TYPE_NAMES)) assert.doesNotMatch(ruleText('type', [type]), /%s/);
    for (const format of Object.keys(FORMAT_NAMES)) assert.doesNotMatch(ruleText('format', format), /%s/);
  });

  it('differs for the limits 1 and 2^53 − 1', () => {
    assert.equal(ruleText('minLength', 1), 'must be at least 1 character');
    assert.equal(ruleText('minLength', 10), 'must be at least 10 characters');
    assert.equal(ruleText('maximum', MAX_SAFE), 'is too large');
    assert.equal(ruleText('maximum', 999), 'must be at most 999');
  });

  it('exists for every rule', () => {
    assert.deepEqual(RULE_NAMES, Object.keys(RULES));
    for (const rule of RULE_NAMES) assert.doesNotMatch(ruleText(rule, 7), /%s|undefined/);
  });
});

describe('a text that shows nothing', () => {
  for (const { text: value, isVisible } of ruleCases.visible)
    it(`${isVisible ? 'is not' : 'is'} ${brief(value)}`, () => {
      assert.equal(new RegExp(filledText({}).pattern, 'u').test(value), isVisible);
      assert.equal(new RegExp(invitee({}).pattern, 'u').test(value), isVisible);
      assert.equal(new RegExp(optionalText({}).pattern, 'u').test(value), isVisible || value.trim() === '');
    });

  it('consists of ignorable characters, format characters, controls and blanks', () => {
    const blank = new RegExp(filledText({}).pattern, 'u');
    const ignored = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\s]/u;
    for (let code = 1; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      if (ignored.test(character)) assert.doesNotMatch(character, blank, `U+${code.toString(16)}`);
    }
  });
});

describe('the cases of equal names', () => {
  for (const { one, other, isSame } of ruleCases.names)
    it(`match Unicode for ${brief(one)} and ${brief(other)}`, () => {
      const [a, b] = [one, other].map((name) =>
        name
          .normalize('NFKC')
          .toUpperCase()
          .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, '')
          .replace(/\s+/gu, ' ')
          .trim(),
      );
      assert.equal(a === b, isSame);
    });
});

describe('the rule of a pattern', () => {
  const ruleOf = ({ pattern }: { pattern: string }, value: string) => {
    const { rule, limit } = patternRule('field', pattern, value);
    return [rule, limit];
  };

  it('is clean_text for characters that databases cannot store', () => {
    for (const schema of [text({}), filledText({}), invitee({}), uuid({})])
      assert.deepEqual(ruleOf(schema, 'a\0'), ['clean_text', null]);
  });

  for (const { typed, ascii } of ruleCases.mailAddresses)
    it(`${ascii === null ? 'refuses' : 'accepts'} the e-mail address ${brief(typed)}`, () => {
      assert.equal(new RegExp(email({}).pattern, 'u').test(typed), ascii !== null);
      if (ascii !== null) assert.equal(asciiAddress(typed), ascii);
    });

  it('is a format, or a keyword of JSON Schema', () => {
    assert.deepEqual(ruleOf(uuid({}), 'x'), ['format', 'uuid']);
    assert.deepEqual(ruleOf(email({}), 'x'), ['format', 'email']);
    assert.deepEqual(ruleOf(filledText({}), ' '), ['not_blank', null]);
    assert.deepEqual(ruleOf(optionalText({}), '\u3164'), ['not_blank', null]);
    assert.deepEqual(ruleOf(invitee({}), '\u200b'), ['not_blank', null]);
    assert.deepEqual(ruleOf(invitee({}), 'x'.repeat(101)), ['maxLength', 100]);
    assert.deepEqual(ruleOf(currencyCode({}), 'x'), ['format', 'currency']);
    assert.deepEqual(ruleOf({ pattern: '^[A-Z]{2}$' }, 'x'), ['pattern', null]);
  });
});

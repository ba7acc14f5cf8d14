import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statedAmount } from './price.ts';

test('a point before three digits separates thousands in currencies that are shown without decimals', () => {
  const amount = (currency: string) => statedAmount('1.299', { decimal: null, currency, region: '', seen: new Set() });
  for (const currency of ['JPY', 'XPF', 'HUF', 'IQD']) assert.equal(amount(currency), 1299, currency);
  assert.equal(amount('EUR'), 1.3);
  assert.equal(amount('KWD'), 1.299);
});

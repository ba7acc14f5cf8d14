import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleRegistries } from './sample-data.ts';
import { inDays, nextChristmasEve, nextWeekday } from './samples/sample.ts';

describe('the sample registries', () => {
  test('are in the future except one, on any start date', () => {
    for (const today of ['2026-12-31T23:59:59Z', '2027-02-28T00:00:00Z', '2028-02-29T12:00:00Z']) {
      for (const { registry } of sampleRegistries(new Date(today))) {
        const date = registry.meta?.registry_event_date;
        assert.match(date ?? '', /^\d{4}-\d\d-\d\d$/, registry.title);
        const isOver = registry.title === 'Marta is sixty';
        assert.equal((date ?? '') <= today.slice(0, 10), isOver, `${registry.title} is on ${date}`);
      }
    }
  });

  test('have many wishes at all prices, bought, partly bought, still open, and some without a picture', () => {
    const [wedding] = sampleRegistries();
    const items = wedding?.items ?? [];
    const prices = items.flatMap(({ price }) => price ?? []);
    assert.equal(items.length, 24);
    assert.deepEqual([Math.min(...prices), Math.max(...prices)], [9, 900]);
    const states = items.map(({ quantity_needed: needed = 1, quantity_purchased: bought = 0 }) => bought / needed);
    assert.ok(states.includes(0) && states.includes(1) && states.some((share) => share > 0 && share < 1));
    assert.ok(items.some(({ picture }) => picture === undefined));
  });

  test('have surprise gifts, and some with messages and thanks after the day', () => {
    const givenIn = (title: string) =>
      sampleRegistries()
        .find(({ registry }) => registry.title === title)
        ?.items.flatMap(({ gifts = [] }) => gifts) ?? [];
    assert.ok(givenIn('Juna turns seven').length > 2);
    const over = givenIn('Marta is sixty');
    assert.ok(
      over.some(({ message }) => message) &&
        over.some((gift) => gift.isThanked) &&
        !over.every((gift) => gift.isThanked),
    );
  });

  test('have wishes with different names, which an interrupted start relies on', () => {
    for (const { registry, items } of sampleRegistries()) {
      assert.equal(new Set(items.map(({ name }) => name)).size, items.length, registry.title);
    }
  });
});

describe('a day of a sample', () => {
  const friday = new Date('2026-11-20T22:00:00Z');

  test('is relative to today', () => {
    assert.equal(inDays(friday, 11), '2026-12-01');
    assert.equal(inDays(friday, -20), '2026-10-31');
  });

  test('is a weekday in the near future', () => {
    assert.equal(nextWeekday(friday, 0), '2026-11-22');
    assert.equal(nextWeekday(friday, 6), '2026-11-28');
    assert.equal(nextWeekday(friday, 5), '2026-11-27');
  });

  test('is the next Christmas Eve', () => {
    assert.equal(nextChristmasEve(friday), '2026-12-24');
    assert.equal(nextChristmasEve(new Date('2026-12-24T10:00:00Z')), '2026-12-24');
    assert.equal(nextChristmasEve(new Date('2026-12-25T00:00:00Z')), '2027-12-24');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { readWishFile } from './read.ts';

/** Reads a text; returns name and address of each wish, and whether the wish is only talk. */
function wishesIn(text: string) {
  const read = readWishFile(new TextEncoder().encode(text), 'EUR');
  assert.ok('wishes' in read, text);
  return read.wishes.map(({ fields, notes }) => [
    fields.name,
    fields.url ?? (notes.some(({ kind }) => kind === 'talk') ? 'talk' : ''),
  ]);
}

const two = (number: number) => String(number).padStart(2, '0');

const moment = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 2009, max: 2031 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
});

type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

/** Days as chat programs write them in different languages. */
const DAYS: readonly ((at: Moment) => string)[] = [
  ({ day, month, year }) => `${two(day)}/${two(month)}/${year}`,
  ({ day, month, year }) => `${day}.${month}.${two(year % 100)}`,
  ({ day, month, year }) => `${two(day)}.${two(month)}.${year}`,
  ({ day, month, year }) => `${day}. ${month}. ${year}`,
  ({ day, month, year }) => `${month}/${day}/${two(year % 100)}`,
  ({ day, month, year }) => `${year}-${two(month)}-${two(day)}`,
  ({ day, month, year }) => `${year}/${month}/${day}`,
  ({ day, month, year }) => `${year}年${month}月${day}日`,
  ({ day, month, year }) => `${year}년 ${month}월 ${day}일`,
  ({ day, month, year }) => `${two(day)}-${two(month)}-${year}`,
  ...['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'ru'].map(
    (language) =>
      ({ day, month, year }: Moment) =>
        new Date(Date.UTC(year, month - 1, day)).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  ),
];

/** Times with 24 or 12 hours. */
const TIMES: readonly ((at: Moment) => string)[] = [
  ({ hour, minute }) => `${two(hour)}:${two(minute)}`,
  ({ hour, minute }) => `${two(hour)}:${two(minute)}:05`,
  ({ hour, minute }) => `${hour}.${two(minute)}`,
  ({ hour, minute }) => `${hour % 12 || 12}:${two(minute)} PM`,
  ({ hour, minute }) => `${hour % 12 || 12}:${two(minute)}:59\u202fam`,
  ({ hour, minute }) => `${hour % 12 || 12}:${two(minute)} p.\u00a0m.`,
  ({ hour, minute }) => `${hour % 12 || 12}:${two(minute)} μ.μ.`,
  ({ hour, minute }) => `下午${hour % 12 || 12}:${two(minute)}`,
  ({ hour, minute }) => `오후 ${hour % 12 || 12}:${two(minute)}`,
];

/** Beginnings of a message: D is the day, T the time, N the sender. */
const BEGINNINGS = [
  'D, T - N: ',
  'D T - N: ',
  '[D, T] N: ',
  '\u200e[D T] N: ',
  '[T, D] N: ',
  '[T] N: ',
  '[T] N\n',
  '[D T] N\n',
  '[D, T] N : ',
  'N, [D T]\n',
  'N, [D, T]:\n',
  '[N] [T] ',
  'D T, N : ',
  'T\tN\t',
];

/** Beginnings that a conversation needs twice, because other texts contain them. */
const HEADINGS = ['N  [T]\n', 'N — D T\n', 'N D T\n', 'N  T\n'];

const sender = fc.constantFrom(
  'Anna',
  'Anna Berger',
  'Dr. Ö. Müller-Lüdenscheidt',
  'أحمد',
  '花子',
  'Mum ❤️',
  '+49 170 1234567',
);

const URL = 'https://shop.example/kettle?id=1:30';

describe('a conversation', () => {
  it('gives the words of its messages to their wishes, never senders and times', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(moment, sender), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...BEGINNINGS, ...HEADINGS),
        fc.constantFrom(...DAYS),
        fc.constantFrom(...TIMES),
        fc.constantFrom('\n', '\r\n'),
        (messages, beginning, day, time, end) => {
          // Programs begin a heading with a name, not with a telephone number.
          fc.pre(!HEADINGS.includes(beginning) || messages.every(([, name]) => !name.startsWith('+')));
          const text = messages
            .map(([at, name], index) => {
              const start = beginning.replace(/[DTN]/g, (part) => ({ D: day(at), T: time(at), N: name })[part] ?? '');
              return `${start}Red kettle ${index} ${URL}${index}`.replaceAll('\n', end);
            })
            .join(end);
          assert.deepEqual(
            wishesIn(text),
            messages.map((_, index) => [`Red kettle ${index}`, `${URL}${index}`]),
            text,
          );
        },
      ),
      { numRuns: 1500 },
    ));

  it('has one wish for a message of several lines, and none for what the program writes', () =>
    assert.deepEqual(
      wishesIn(
        [
          '12/05/2024, 18:40 - Messages and calls are end-to-end encrypted.',
          '12/05/2024, 18:41 - Anna: <Media omitted>',
          '12/05/2024, 18:43 - Anna: Look at this',
          'Red kettle',
          'https://shop.example/kettle',
          'in red',
          '12/05/2024, 18:44 - Ben: so nice',
          '12/05/2024, 18:45 - Anna: Cup',
          'https://shop.example/cup',
          'Jug',
          'https://shop.example/jug',
        ].join('\n'),
      ),
      [
        ['Look at this Red kettle in red', 'https://shop.example/kettle'],
        ['so nice', 'talk'],
        ['Cup', 'https://shop.example/cup'],
        ['Jug', 'https://shop.example/jug'],
      ],
    ));

  it('keeps lines that begin with a number or end with a time, and leaves out days', () =>
    assert.deepEqual(
      wishesIn(
        [
          '[12.05.24, 18:43:05] Anna: 2 Tassen',
          'https://shop.example/1',
          '3. Buch',
          'https://shop.example/2',
          '4 towels',
          'https://shop.example/3',
          '7 Wonders',
          'https://shop.example/4',
          '1 Kalender 2025',
          'https://shop.example/5',
          'Dinner 18:30',
          'https://shop.example/6',
          '12. Mai 2024',
          '2 de mayo de 2024',
          '12 May',
          '[12.05.24, 18:44:05] Anna: Pot https://shop.example/7 <This message was edited>',
          '13/05/2024',
          '[13.05.24, 18:44:05] Ben: Lid https://shop.example/8 <Diese Nachricht wurde bearbeitet.>',
        ].join('\n'),
      ).map(([name]) => name),
      ['2 Tassen', '3. Buch', '4 towels', '7 Wonders', '1 Kalender 2025', 'Dinner 18:30', 'Pot', 'Lid'],
    ));

  it('is no list whose names contain a time, or brackets', () =>
    assert.deepEqual(
      wishesIn(
        'Dinner at 18:30 https://shop.example/1\nBook (2024) https://shop.example/2\nCup 2/3 https://shop.example/3',
      ),
      [
        ['Dinner at 18:30', 'https://shop.example/1'],
        ['Book (2024)', 'https://shop.example/2'],
        ['Cup 2/3', 'https://shop.example/3'],
      ],
    ));
});

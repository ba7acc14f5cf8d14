import assert from 'node:assert/strict';
import type { Database, Statement } from '../../api/src/database/database.ts';
import { type Among, type FoundRow, foundIn, type Search, UNIT_SIZE } from '../../api/src/database/search.ts';
import { SearchIndex } from '../../api/src/database/search-index.ts';
import * as fc from '../../contract/testing/properties.ts';
import { searchByScan } from './search-by-scan.ts';

/** Options of an index with small parts, which is used for all texts. */
const SMALL = { units: 8, maxShare: 1, pause: 0 };

/** Number of ids in a part of this index. */
const PART = SMALL.units * UNIT_SIZE;

/** Items, changes and searches in any order. */
type Step =
  | { kind: 'add' | 'change'; id: number; name: string; retailer: string | null; isActive: boolean }
  | { kind: 'build' }
  | { kind: 'search'; text: string; registryIds: readonly number[] };

const word = fc.constantFrom('kettle', 'Kettle', 'pot ', 'Äpfel', '50%', 'a_b', '\\', 'KETTLE pot', '😀', 'ΟΔΟΣ', 'z');
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(''));
const id = fc.integer({ min: 1, max: 4 * PART });
const item = { id, name: text, retailer: fc.option(text), isActive: fc.boolean() };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('add' as const), ...item }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('change' as const), ...item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('build' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('search' as const),
      text: fc
        .constantFrom('kettle', 'ettl', 'tle', 'ot kettle', 'äpfel', 'Äpf', 'οδοσ', '😀z', '%kett', 'a_b\\', 'none')
        .map((q) => q.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
      registryIds: fc.constantFrom([], [1], [1, 3]),
    }),
  },
);

/** Asserts that searches with an index find the same as without one, after any items, changes and builds. */
export async function compareWithScan(
  database: Database,
  statementOf: (search: Search, among: Among | null) => Statement,
  run: (sql: string, values?: (string | number | null)[]) => Promise<readonly object[]>,
  collation?: string,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      for (const table of ['items', 'search_parts', 'search_bits', 'changed_texts']) await run(`DELETE FROM ${table}`);
      const known = new Map<number, number>();
      let last = 0;
      const index = new SearchIndex(database, async () => last, SMALL);
      for (const step of steps) {
        if (step.kind === 'add') {
          // Ids ascend, with gaps of several parts.
          last += 1 + (step.id % (PART / 2));
          known.set(known.size, last);
          const values = [last, 1 + (last % 4), step.name, step.retailer, Number(step.isActive)];
          await run(
            `INSERT INTO items (id, registry_id, name, retailer, is_active, url)
            VALUES ($1, $2, $3, $4, $5, 'https://a.example/')`,
            values,
          );
        }
        if (step.kind === 'change' && known.size > 0) {
          const changed = known.get(step.id % known.size) ?? 0;
          const values = [changed, step.name, step.retailer, Number(step.isActive)];
          await run('UPDATE items SET name = $2, retailer = $3, is_active = $4 WHERE id = $1', values);
        }
        if (step.kind === 'build') await index.build(new AbortController().signal);
        if (step.kind === 'search') {
          const search: Search = { ...USUAL, text: step.text, registryIds: step.registryIds };
          const { sql, values } = statementOf(search, await index.among(step.text));
          const found = foundIn(await database.scan<FoundRow>(sql, values));
          assert.deepEqual(found, await searchByScan(run, search, collation), JSON.stringify(step));
        }
      }
    }),
    { numRuns: 40 },
  );
}

const USUAL = { status: null, order: 'id', isDescending: false, skip: 0, limit: 100 } as const;

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registryOf } from './registry.ts';

/** Returns a post of a host without the plugin, with this rendered title. */
const post = (rendered: string) => ({
  id: 7,
  author: 3,
  status: 'publish',
  slug: 'ours',
  link: 'https://site.example/registry/ours/',
  date_gmt: '2026-05-01T09:30:00',
  modified_gmt: '2026-05-02T09:30:00Z',
  title: { rendered },
  content: { rendered: '<p>Ours</p>' },
  meta: [],
});

describe('the rendered title of a registry', () => {
  for (const [rendered, title] of [
    ['Private: Ours', 'Ours'],
    ['Protected: Ours', 'Ours'],
    ['Private: Protected: Ours', 'Protected: Ours'],
    ['Ours: Private: yes', 'Ours: Private: yes'],
    ['Mum &#038; Dad &lt;3', 'Mum & Dad <3'],
    ['Mum &#38; Dad', 'Mum & Dad'],
  ] as const)
    it(`${rendered} is ${title}`, () => {
      const registry = registryOf(post(rendered), { askedAt: 0, comparedLists: [] });
      assert.equal(registry.title, title);
      assert.deepEqual([registry.story, registry.updatedAt], ['<p>Ours</p>', '2026-05-02T09:30:00.000Z']);
    });
});

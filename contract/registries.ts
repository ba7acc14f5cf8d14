import type { XStatic } from 'typebox/schema';
import { ItemId } from './items.ts';
import {
  MAX_CO_OWNERS,
  MAX_INVITEES,
  MAX_KEEPERS,
  REGISTRY_MAX_CHARS,
  REGISTRY_STATUSES,
  SURPRISE_LEVELS,
} from './limits.ts';
import { partly, titled } from './objects.ts';
import { STORY } from './story.ts';
import {
  clearableDate,
  clearableText,
  filledText,
  integer,
  invitee,
  moment,
  nullableString,
  optionalText,
  string,
} from './text.ts';

const INVITEES = [['grandma@mail.example', 'joe@mail.example']] as const;

const owners = {
  description:
    'User names or e-mail addresses of co-owners who have accepted. The list need not contain the author of the registry',
  examples: [['joe@mail.example']],
} as const;
const keepers = {
  description: 'User names or e-mail addresses of keepers who have accepted. They see all gifts, even secret gifts',
  examples: [['aunt-ada@mail.example']],
} as const;

const title = filledText({ minLength: 1, maxLength: REGISTRY_MAX_CHARS.title, examples: ['Mum & Dad <3'] });
const story = optionalText({ maxLength: REGISTRY_MAX_CHARS.story, examples: ['<p>Fifty years!</p>'] });
const status = { type: 'string', enum: REGISTRY_STATUSES, examples: ['private'] } as const;

/** Level of detail that owners see about gifts; null means `counts` (rules: Surprise). */
const surprise = { type: ['string', 'null'], enum: [...SURPRISE_LEVELS, null], examples: ['hidden'] } as const;
export type SurpriseLevel = (typeof SURPRISE_LEVELS)[number];

/** The meta that a caller may send. `null` clears a value; lists cannot be `null`. */
export const RegistryMetaUpdate = {
  title: 'RegistryMetaUpdate',
  type: 'object',
  additionalProperties: false,
  properties: {
    registry_item_ids: {
      type: 'array',
      items: ItemId,
      description: 'The order of the items',
      examples: [[STORY.wish, STORY.otherWish]],
    },
    registry_invitees: { type: 'array', items: invitee({}), maxItems: MAX_INVITEES, examples: INVITEES },
    registry_owners: { type: 'array', items: invitee({}), maxItems: MAX_CO_OWNERS, ...owners },
    registry_keepers: { type: 'array', items: invitee({}), maxItems: MAX_KEEPERS, ...keepers },
    registry_event_type: clearableText({ maxLength: REGISTRY_MAX_CHARS.event_type, examples: ['anniversary'] }),
    registry_event_date: clearableDate({ examples: ['2026-12-24'] }),
    registry_surprise: surprise,
    registry_reveal_date: clearableDate({ examples: ['2026-12-25'] }),
  },
} as const;
export type RegistryMetaUpdate = XStatic<typeof RegistryMetaUpdate>;

/**
 * Refuses a password. If the service ignored this key, as it ignores unknown keys, the caller would believe that a
 * public registry is protected.
 */
const password = {
  type: 'null',
  description: 'Only the host can set a password',
  $comment: 'set a password on the host',
  examples: [null],
} as const;

/** Body of `POST /registries`. Other unknown keys are ignored at the top level, but rejected in `meta`. */
export const RegistryCreate = {
  title: 'RegistryCreate',
  type: 'object',
  required: ['title'],
  properties: {
    title,
    story: { ...story, default: '' },
    status: { ...status, default: 'private' },
    meta: RegistryMetaUpdate,
    password,
  },
} as const;
export type RegistryCreate = XStatic<typeof RegistryCreate>;

/** Body of `PATCH /registries/{id}`: missing fields stay unchanged. */
export const RegistryUpdate = {
  title: 'RegistryUpdate',
  type: 'object',
  properties: { title, story, status, meta: RegistryMetaUpdate, password },
} as const;
export type RegistryUpdate = XStatic<typeof RegistryUpdate>;

const meta = {
  registry_item_ids: { type: 'array', items: { type: 'integer' }, examples: [[STORY.wish, STORY.otherWish]] },
  registry_invitees: { type: 'array', items: { type: 'string' }, examples: INVITEES },
  registry_owners: { type: 'array', items: { type: 'string' }, ...owners },
  registry_keepers: { type: 'array', items: { type: 'string' }, ...keepers },
  registry_event_type: nullableString({ examples: ['anniversary'] }),
  registry_event_date: nullableString({ examples: ['2026-12-24'] }),
  registry_surprise: { type: 'string', enum: SURPRISE_LEVELS, examples: ['hidden'] },
  registry_reveal_date: string({ examples: ['2026-12-25'] }),
} as const;

/** Fields beyond the specification: a registry has them only if they are set (rules: Registries). */
const RegistryMeta = partly('RegistryMeta', meta, [
  'registry_owners',
  'registry_keepers',
  'registry_surprise',
  'registry_reveal_date',
]);

export const Registry = titled('Registry', {
  id: integer({ examples: [STORY.list] }),
  user_id: integer({ description: 'Id of the author on the host', examples: [STORY.person] }),
  title: string({ description: 'Plain text', examples: ['Mum & Dad <3'] }),
  story: string({ description: 'HTML as the host stores it', examples: ['<p>Fifty years!</p>'] }),
  status: string({
    description: '`publish` or `private`; owners, co-owners and admins also see drafts',
    examples: ['private'],
  }),
  is_public: { type: 'boolean', examples: [false] },
  slug: string({ examples: ['mum-dad-3'] }),
  permalink: string({ examples: ['https://site.example/registry/mum-dad-3/'] }),
  share_key: integer({ description: 'Equals `id`', examples: [STORY.list] }),
  meta: RegistryMeta,
  created_at: moment,
  updated_at: moment,
  version: string({
    description: 'Changes with each change of the registry; for `If-Match`',
    examples: ['yYXK1tQzGn0W7Z7pM4vS3A'],
  }),
});
export type Registry = XStatic<typeof Registry>;

export const Registries = { type: 'array', items: Registry } as const;

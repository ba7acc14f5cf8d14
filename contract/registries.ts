import { type Static, Type } from 'typebox';
import { MAX_INVITEES } from './invitees.ts';
import { Id } from './items.ts';
import { clearableDate, clearableText, filledText, invitee, nullableString, text } from './text.ts';

/** The two states of a registry post that the API sets (spec: States and transitions). */
export const REGISTRY_STATUSES = ['publish', 'private'] as const;

const title = filledText({ minLength: 1, maxLength: 200, examples: ['Mum & Dad <3'] });
const story = text({ maxLength: 20_000, examples: ['<p>Fifty years!</p>'] });
const status = Type.Unsafe<(typeof REGISTRY_STATUSES)[number]>({
  type: 'string',
  enum: [...REGISTRY_STATUSES],
  examples: ['private'],
});

/** The meta that a caller may send; `null` clears the two event fields. */
export const RegistryMetaUpdate = Type.Object(
  {
    registry_item_ids: Type.Optional(Type.Array(Id, { description: 'The order of the items' })),
    registry_invitees: Type.Optional(
      Type.Array(invitee(), { maxItems: MAX_INVITEES, examples: [['grandma', 'joe@mail.example']] }),
    ),
    registry_event_type: Type.Optional(clearableText({ maxLength: 100, examples: ['anniversary'] })),
    registry_event_date: Type.Optional(clearableDate({ examples: ['2026-12-24'] })),
  },
  { additionalProperties: false, title: 'RegistryMetaUpdate' },
);
export type RegistryMetaUpdate = Static<typeof RegistryMetaUpdate>;

/** Body of `POST /registries`; unknown keys are ignored, but not in `meta`. */
export const RegistryCreate = Type.Object(
  {
    title,
    story: Type.Optional(Type.Unsafe<string>({ ...story, default: '' })),
    status: Type.Optional(Type.Unsafe<(typeof REGISTRY_STATUSES)[number]>({ ...status, default: 'private' })),
    meta: Type.Optional(RegistryMetaUpdate),
  },
  { title: 'RegistryCreate' },
);
export type RegistryCreate = Static<typeof RegistryCreate>;

/** Body of `PATCH /registries/{id}`: what is left out stays as it is. */
export const RegistryUpdate = Type.Object(
  {
    title: Type.Optional(title),
    story: Type.Optional(story),
    status: Type.Optional(status),
    meta: Type.Optional(RegistryMetaUpdate),
  },
  { title: 'RegistryUpdate' },
);
export type RegistryUpdate = Static<typeof RegistryUpdate>;

const RegistryMeta = Type.Object(
  {
    registry_item_ids: Type.Array(Type.Integer(), { examples: [[42, 41]] }),
    registry_invitees: Type.Array(Type.String(), { examples: [['grandma', 'joe@mail.example']] }),
    registry_event_type: nullableString({ examples: ['anniversary'] }),
    registry_event_date: nullableString({ examples: ['2026-12-24'] }),
  },
  { title: 'RegistryMeta' },
);

export const Registry = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    user_id: Type.Integer({ examples: [2], description: 'The owner, as the host knows them' }),
    title: Type.String({ examples: ['Mum & Dad <3'], description: 'Plain text' }),
    story: Type.String({ examples: ['<p>Fifty years!</p>'], description: 'HTML as the host stores it' }),
    status: Type.String({
      examples: ['private'],
      description: '`publish` or `private`; owners and admins also see drafts',
    }),
    is_public: Type.Boolean({ examples: [false] }),
    slug: Type.String({ examples: ['mum-dad-3'] }),
    permalink: Type.String({ examples: ['https://site.example/registry/mum-dad-3/'] }),
    share_key: Type.Integer({ examples: [7], description: 'Equals `id`' }),
    meta: RegistryMeta,
    created_at: Type.String({ format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] }),
    updated_at: Type.String({ format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] }),
  },
  { title: 'Registry' },
);
export type Registry = Static<typeof Registry>;

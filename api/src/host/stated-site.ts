import { SiteStatement } from '@largesse/contract';
import { HostError } from './errors.ts';
import { type HostRegistry, registryOf } from './registry.ts';
import type { Facts } from './site-facts.ts';
import { timeZoneIn } from './time-zone.ts';
import { validated } from './validated.ts';

/** Statement of the site in a signed request. With it, the service need not ask the site while a page of it waits. */
export interface StatedSite {
  /** Account of the site, an administrator. */
  readonly account: { readonly id: number; readonly name: string };
  /** Name for `Intl`, or an offset; null if the site sent neither. */
  readonly timeZone: string | null;
  readonly facts: Facts;
  /** Registries by id; null for deleted ones. The service reads missing ones from the host. */
  readonly registries: ReadonlyMap<number, HostRegistry | null>;
}

const statementIn = validated(SiteStatement, 'a statement of the site');

/** Parses the JSON of a statement; null if it is none. */
export function statedIn(text: string): StatedSite | null {
  try {
    const { account, plugin, currency, languages, registries = {}, ...zone } = statementIn(JSON.parse(text));
    const stated = Object.entries(registries).map(([id, one]) => [Number(id), one && statedRegistry(Number(id), one)]);
    return {
      account,
      timeZone: timeZoneIn(zone),
      facts: { plugin, currency, languages },
      registries: new Map(stated as [number, HostRegistry | null][]),
    };
  } catch (error) {
    if (error instanceof HostError || error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Stated {
  author: number;
  status: string;
  surprise: string;
  reveal_date: string;
  event_date: string;
}

/** Returns a registry without texts, people and items, which the site does not state. */
function statedRegistry(id: number, { author, status, ...days }: Stated): HostRegistry {
  const post = {
    id,
    author,
    status,
    slug: '',
    link: '',
    date_gmt: '1970-01-01T00:00:00',
    modified_gmt: '1970-01-01T00:00:00',
    title: { raw: '' },
    content: { raw: '' },
    meta: {
      registry_surprise: days.surprise,
      registry_reveal_date: days.reveal_date,
      registry_event_date: days.event_date,
    },
  };
  return { ...registryOf(post, { askedAt: performance.now(), comparedLists: [] }), isStated: true };
}

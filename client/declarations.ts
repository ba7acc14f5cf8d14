import {
  Affiliate,
  AffiliateUpdate,
  BrokenRule,
  DeliveriesQuery,
  Delivery,
  Erased,
  Event,
  EventsQuery,
  Health,
  InviteesResponse,
  Item,
  ItemCreate,
  ItemPublic,
  ItemRegistryCreate,
  ItemSearchQuery,
  ItemSearchResult,
  ItemsQuery,
  ItemUpdate,
  Preview,
  Purchase,
  PurchasePatch,
  PurchasePut,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
  RegistriesQuery,
  Registry,
  RegistryCreate,
  RegistryItemsQuery,
  RegistryMetaUpdate,
  RegistryPurchasePut,
  RegistryUpdate,
  Revealed,
  ShopCheck,
  Uncounted,
  Webhook,
  WebhookCreate,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
  Welcome,
} from '@largesse/contract';

/** Schemas whose types the published client exports, like `src/types.ts` during development. */
const SHOWN: Readonly<Record<string, Schema>> = {
  Affiliate,
  AffiliateUpdate,
  BrokenRule,
  DeliveriesQuery,
  Delivery,
  Erased,
  Event,
  EventsQuery,
  Health,
  InviteesResponse,
  Item,
  ItemCreate,
  ItemPublic,
  ItemRegistryCreate,
  ItemSearchQuery,
  ItemSearchResult,
  ItemsQuery,
  ItemUpdate,
  Preview,
  Purchase,
  PurchasePatch,
  PurchasePut,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
  RegistriesQuery,
  Registry,
  RegistryCreate,
  RegistryItemsQuery,
  RegistryMetaUpdate,
  RegistryPurchasePut,
  RegistryUpdate,
  Revealed,
  ShopCheck,
  Uncounted,
  Webhook,
  WebhookCreate,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
  Welcome,
};

/** The parts of a JSON Schema that a type can express. */
interface Schema {
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

const names = new Map(Object.entries(SHOWN).map(([name, schema]) => [schema, name]));

/** Returns TypeScript declarations of the contract's shapes that need no other package. */
export function declarations(): string {
  return Object.entries(SHOWN)
    .map(([name, schema]) => `export interface ${name} ${members(schema, '')}\n`)
    .join('\n');
}

function members({ properties = {}, required = [] }: Schema, indent: string): string {
  const lines = Object.entries(properties).map(([key, schema]) => {
    const comment = schema.description === undefined ? '' : `${indent}  /** ${schema.description} */\n`;
    return `${comment}${indent}  ${key}${required.includes(key) ? '' : '?'}: ${typeOf(schema, `${indent}  `)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function typeOf(schema: Schema, indent: string): string {
  const literals = 'const' in schema ? [schema.const] : schema.enum;
  const types = literals?.map((value) => JSON.stringify(value)) ?? [schema.type ?? 'unknown'].flat().map(plain);
  return types.join(' | ');

  function plain(type: string): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`;
    return type === 'object' ? (names.get(schema) ?? members(schema, indent)) : type;
  }
}

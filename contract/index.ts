export * from './affiliate.ts';
export * from './currencies.ts';
export * from './events.ts';
export * from './exchange.ts';
export {
  isPersonalGiftField,
  PERSONAL_GIFT_FIELDS,
  type PersonalGiftField,
  TYPED_GIFT_FIELDS,
} from './gift-fields.ts';
export * from './ideas.ts';
export * from './invitees.ts';
export { ERASED_ITEM } from './item-fields.ts';
export * from './items.ts';
export * from './limits.ts';
export { asciiAddress } from './mail-address.ts';
export * from './parameters.ts';
export * from './previews.ts';
export * from './purchases.ts';
export * from './readers.ts';
export * from './registries.ts';
export { isDay, NO_DAY, REVEAL_DAYS_AFTER_EVENT, revealDay } from './reveal-day.ts';
export * from './rules.ts';
export * from './service.ts';
export * from './shares.ts';
export * from './site.ts';
export { siteName } from './site-name.ts';
export * from './site-requests.ts';
export { STORY } from './story.ts';
export { patternRule, portablePattern } from './text.ts';
export * from './webhooks.ts';

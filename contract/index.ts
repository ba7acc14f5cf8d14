export * from './affiliate.ts';
export * from './invitees.ts';
export * from './items.ts';
export * from './parameters.ts';
export * from './registries.ts';
export * from './service.ts';
export { MAX_SAFE, patternRules } from './text.ts';

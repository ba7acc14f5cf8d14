import type { XStatic } from 'typebox/schema';
import { MAX_ERRORS } from './limits.ts';
import { BrokenRule } from './rules.ts';
import { string } from './text.ts';

export const Welcome = {
  title: 'Welcome',
  type: 'object',
  required: ['message'],
  properties: { message: string({ examples: ['Welcome to the Largesse registry API'] }) },
} as const;
export type Welcome = XStatic<typeof Welcome>;

/** The value of `service` never changes, so that monitors can identify the service. */
export const Health = {
  title: 'Health',
  type: 'object',
  required: ['status', 'service'],
  properties: {
    status: { type: 'string', const: 'healthy', examples: ['healthy'] },
    service: { type: 'string', const: 'largesse-api', examples: ['largesse-api'] },
  },
} as const;
export type Health = XStatic<typeof Health>;

/** Every error answer (rules: Errors). */
export const Problem = {
  title: 'Error',
  type: 'object',
  required: ['detail'],
  properties: {
    detail: string({ examples: ['Item not found'] }),
    errors: {
      type: 'array',
      items: BrokenRule,
      minItems: 1,
      maxItems: MAX_ERRORS,
      description: 'Broken rules; only with the status 403, 409, 412 or 422',
    },
  },
} as const;
export type Problem = { detail: string; errors?: readonly BrokenRule[] };

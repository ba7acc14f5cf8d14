import type { XStatic } from 'typebox/schema';
import { MAX_ERRORS, MAX_ITEMS_AT_ONCE } from './limits.ts';
import { titled } from './objects.ts';
import { BrokenRule } from './rules.ts';
import { string } from './text.ts';

export const Welcome = titled('Welcome', { message: string({ examples: ['Welcome to the Largesse registry API'] }) });
export type Welcome = XStatic<typeof Welcome>;

/** The value of `service` never changes, so that monitors can identify the service. */
export const Health = titled('Health', {
  status: { type: 'string', const: 'healthy', examples: ['healthy'] },
  service: { type: 'string', const: 'largesse-api', examples: ['largesse-api'] },
});
export type Health = XStatic<typeof Health>;

/** Every error answer to callers that do not ask for a Problem (rules: Errors). */
export const ErrorAnswer = {
  title: 'Error',
  type: 'object',
  required: ['detail'],
  properties: { detail: string({ examples: ['Item not found'] }) },
  additionalProperties: false,
} as const;
export type ErrorAnswer = XStatic<typeof ErrorAnswer>;

/** Media type of a Problem. Callers get this type only if their `Accept` names it. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Every error answer to callers that ask for it (rules: Problem details; RFC 9457). */
export const Problem = titled('Problem', {
  type: { type: 'string', const: 'about:blank', examples: ['about:blank'] },
  title: string({ description: 'Meaning of the status', examples: ['Not Found'] }),
  status: { type: 'integer', examples: [404] },
  detail: ErrorAnswer.properties.detail,
  errors: {
    type: 'array',
    items: BrokenRule,
    maxItems: MAX_ERRORS * MAX_ITEMS_AT_ONCE,
    description: 'Broken rules; empty unless the status is 401, 403, 404, 409, 412 or 422',
  },
});
export interface Problem extends ErrorAnswer {
  type: 'about:blank';
  title: string;
  status: number;
  errors: readonly BrokenRule[];
}

import type { UnreadReason } from './unread.ts';

/** Kinds of preview requests. */
export const PREVIEW_KINDS = ['page', 'picture', 'check'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];
export type PreviewOutcome = 'found' | 'nothing' | UnreadReason;

/** Called with the kind and the outcome of every preview request. */
export type PreviewWatch = (kind: PreviewKind, outcome: PreviewOutcome) => void;

/** Maximum number of addresses that this process fetches at the same time, and maximum number of waiting requests. */
export const QUEUE = { atOnce: 4, maxWaiting: 20 };

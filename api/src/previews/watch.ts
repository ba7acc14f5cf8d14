import type { UnreadReason } from './unread.ts';

export const PREVIEW_KINDS = ['page', 'picture', 'check'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];
export type PreviewOutcome = 'found' | 'nothing' | UnreadReason;

/** Called with the kind and the outcome of every preview request. */
export type PreviewWatch = (kind: PreviewKind, outcome: PreviewOutcome) => void;

/** Limits of this process: addresses that it fetches at the same time, and requests that wait. */
export const QUEUE = { atOnce: 4, maxWaiting: 20 };

import type { UnreadReason } from './unread.ts';

/** What was asked for, and what became of it. */
export const PREVIEW_KINDS = ['page', 'picture', 'check'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];
export type PreviewOutcome = 'found' | 'nothing' | UnreadReason;

/** Told of every address that was asked for. */
export type PreviewWatch = (kind: PreviewKind, outcome: PreviewOutcome) => void;

/** Addresses that this process asks at the same time, and how many more may wait for that. */
export const QUEUE = { atOnce: 4, maxWaiting: 20 };

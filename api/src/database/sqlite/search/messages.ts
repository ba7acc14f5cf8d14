import type { Value } from '../../database.ts';
import type { Found, Search } from '../../search.ts';

/** Jobs for the thread of costly reads; `update` and `drop` have no answer. */
export type Job =
  | { kind: 'rows'; sql: string; values: readonly Value[] }
  | { kind: 'search'; search: Search }
  | { kind: 'update' }
  | { kind: 'drop' };

/** A job that the thread answers. */
export type Question = Exclude<Job, { kind: 'update' | 'drop' }>;

/** Answer to a job. */
export type Answer =
  | { kind: 'rows'; rows: Value[][] }
  | { kind: 'found'; found: Found | null }
  | { kind: 'failed'; message: string; code: number | null };

/**
 * Messages of the thread: its answers in the order of the jobs, the start and the end of an update of the index, the
 * progress of the index, and faults.
 */
export type FromThread =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'updating'; isUpdating: boolean }
  | { kind: 'progress'; seq: number; isBuilt: boolean; builtTo: number; lastId: number }
  | { kind: 'trouble'; message: string };

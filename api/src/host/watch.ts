import type { HostFailure, HostRefusal } from './errors.ts';

/** Operations on the host. */
const HOST_OPERATIONS = [
  'current_user',
  'read_registry',
  'list_registries',
  'create_registry',
  'change_registry',
  'delete_registry',
  'announce_release',
  'look_at_site',
] as const;
export type HostOperation = (typeof HOST_OPERATIONS)[number];

/** Outcome of a call to the host. */
export type HostOutcome = 'ok' | HostFailure | 'error';

/** A pending call. */
export interface WatchedCall {
  /** Headers to send with the call. */
  headers?: Readonly<Record<string, string>>;
  /** Must be called when the call has ended. */
  end(outcome: HostOutcome): void;
}

/** Observes calls to the host. */
export interface HostWatch {
  /** Called before each call, including retries. */
  begin(operation: HostOperation): WatchedCall;
  /** Called instead of `begin` if a call is not sent. */
  refused?(operation: HostOperation, why: HostRefusal): void;
}

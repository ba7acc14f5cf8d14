import type { HostFailure, HostRefusal } from './errors.ts';

/** What the host is asked for. */
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

/** How a call to the host ended. */
export type HostOutcome = 'ok' | HostFailure | 'error';

/** A call that is under way. */
export interface WatchedCall {
  /** Headers that go with it. */
  headers?: Readonly<Record<string, string>>;
  /** To be called once it has ended. */
  end(outcome: HostOutcome): void;
}

/** Watches calls to the host. */
export interface HostWatch {
  /** A call is sent; one that is repeated is another call. */
  begin(operation: HostOperation): WatchedCall;
  /** A call is not sent. */
  refused?(operation: HostOperation, why: HostRefusal): void;
}

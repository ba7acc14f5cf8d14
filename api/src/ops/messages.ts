import type { DatabaseSetting } from '../settings.ts';

/** Start parameters of the operators' thread. */
export interface ThreadData {
  address: string;
  port: number;
  database: DatabaseSetting;
  /** Memory of the service's Pulse, shared with the thread. */
  pulse: SharedArrayBuffer;
}

/** Messages from the service to the thread. */
export type ToThread =
  | { kind: 'listen' }
  | { kind: 'close' }
  | { kind: 'metrics'; id: number; type: string; text: string };

/** Messages from the thread to the service. */
export type FromThread =
  | { kind: 'listening'; url: string }
  | { kind: 'failed'; message: string; code: string; port: number }
  | { kind: 'metrics'; id: number }
  | { kind: 'disk-full' };

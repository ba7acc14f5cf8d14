import type { DatabaseSetting } from '../settings.ts';

/** Data that the operators' thread receives at its start. */
export interface ThreadData {
  address: string;
  port: number;
  database: DatabaseSetting;
  /** Memory of `Pulse`, which the service shares with the thread. */
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
  | { kind: 'metrics'; id: number };

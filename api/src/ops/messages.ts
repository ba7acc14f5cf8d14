import type { DatabaseSetting } from '../settings.ts';

/** What the operators' thread is given at its start. */
export interface ThreadData {
  address: string;
  port: number;
  database: DatabaseSetting;
  /** Of a Pulse. */
  pulse: SharedArrayBuffer;
}

/** What the service tells the thread. */
export type ToThread =
  | { kind: 'listen' }
  | { kind: 'close' }
  | { kind: 'metrics'; id: number; type: string; text: string };

/** What the thread tells the service. */
export type FromThread =
  | { kind: 'listening'; url: string }
  | { kind: 'failed'; message: string; code: string; port: number }
  | { kind: 'metrics'; id: number }
  | { kind: 'disk-full' };

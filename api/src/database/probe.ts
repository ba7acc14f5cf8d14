import type { DatabaseSetting } from '../settings.ts';
import { probeFile } from './sqlite-probe.ts';

/** Looks at a database from beside the service, over a connection of its own. */
export interface Probe {
  /** Throws where the service could not write now. Leaves nothing behind. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a probe of a database, which need not be reachable yet. */
export async function openProbe(setting: DatabaseSetting): Promise<Probe> {
  if (setting.kind === 'sqlite') return probeFile(setting.path);
  const { probeServer } = await import('./postgres-probe.ts');
  return probeServer(setting.url);
}

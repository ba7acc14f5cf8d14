import type { DatabaseSetting } from '../settings.ts';
import type { Probe } from './database.ts';
import { probeFile } from './sqlite/probe.ts';

/** Opens a probe of a database. The database may be unreachable at this time. */
export async function openProbe(setting: DatabaseSetting): Promise<Probe> {
  if (setting.kind === 'sqlite') return probeFile(setting.path);
  const { probeServer } = await import('./postgres/probe.ts');
  return probeServer(setting.url);
}

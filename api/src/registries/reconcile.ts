import { userOf } from '../auth/user.ts';
import { HostError, isHostFailure } from '../host/errors.ts';
import { type HostSession, LIST_PAGE } from '../host/session.ts';
import type { ItemStore } from '../items/store.ts';
import { SettingError } from '../settings.ts';
import type { Registries } from './registries.ts';

interface ReconcileOptions {
  /**
   * Ids as decimal texts. Without any, the command compares all registries with items in the database or in their list.
   */
  ids: readonly string[];
  retireGone: boolean;
  isDryRun: boolean;
  items: ItemStore;
  registries: Registries;
  session(): HostSession;
  adminRoles: readonly string[];
  print(line: string): void;
}

interface ReconcileReport {
  inLine: number;
  repaired: number;
  gone: number;
  failed: number;
  retired: number;
}

/**
 * Updates the host's lists to match the item table.
 * @throws {SettingError} if the credentials are not an admin's, or an id is invalid
 * @throws {HostError} if the host cannot identify the credentials
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileReport> {
  const { print, isDryRun, registries } = options;
  const named = options.ids.map(registryId);
  await checkOperator(options);
  const gone: number[] = [];
  const report = { inLine: 0, repaired: 0, gone: 0, failed: 0, retired: 0 };
  for (const id of named.length > 0 ? named : await allRegistryIds(options)) {
    const outcome = await outcomeOf(registries, options.session(), id, isDryRun);
    if (outcome === 'in line') report.inLine++;
    else if (outcome === 'synced' || outcome === 'differs') {
      report.repaired++;
      print(`registry ${id}: ${isDryRun ? 'would be repaired' : 'repaired'}`);
    } else if (outcome === 'gone') {
      gone.push(id);
      print(`registry ${id}: no longer exists on the host`);
    } else {
      report.failed++;
      print(`registry ${id}: not updated (${outcome})`);
    }
  }
  report.gone = gone.length;
  if (options.retireGone) report.retired = await retire(gone, report, options);
  print(
    `${report.inLine} correct, ${report.repaired} ${isDryRun ? 'to repair' : 'repaired'}, ${report.gone} deleted, ${report.failed} failed`,
  );
  return report;
}

/**
 * Makes the items of deleted registries inactive, unless the host has none of the compared registries: HOST_URL is then
 * probably wrong.
 */
async function retire(
  gone: readonly number[],
  { inLine, repaired }: ReconcileReport,
  { items, registries, isDryRun, print }: ReconcileOptions,
): Promise<number> {
  if (gone.length > 0 && inLine + repaired === 0) {
    print('no items were made inactive, because the host has none of the registries: check HOST_URL');
    return 0;
  }
  let retired = 0;
  for (const id of gone) {
    const count = isDryRun ? (await items.activeIdsOf(id)).length : await registries.retirement.retire(id);
    print(`registry ${id}: ${count} items ${isDryRun ? 'would be made' : 'made'} inactive`);
    retired += count;
  }
  return retired;
}

/**
 * Returns all registries that have or had items in the database, or in the list on the host: after a restore, a list
 * can contain items that the database lacks.
 */
async function allRegistryIds({ items, registries, session }: ReconcileOptions): Promise<number[]> {
  const ids = new Set([...(await items.registryIds()), ...(await registries.knownIds())]);
  for (let offset = 0; ; ) {
    const page = await session().registriesWithItems(offset);
    for (const id of page.ids) ids.add(id);
    if (page.isLast) return [...ids].sort((one, other) => one - other);
    offset += LIST_PAGE;
  }
}

function registryId(text: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw new SettingError('registry id: must be a number, 1 or more');
  return id;
}

async function checkOperator({ session, adminRoles }: ReconcileOptions): Promise<void> {
  try {
    const user = userOf(await session().currentUser(), adminRoles);
    if (!user.isAdmin) throw new SettingError('REGISTRY_API_USERNAME: must be an admin of the registry host');
  } catch (error) {
    if (isHostFailure(error, 'unauthorized'))
      throw new SettingError('REGISTRY_API_APP_PASSWORD: the registry host rejects these credentials');
    throw error;
  }
}

async function outcomeOf(registries: Registries, session: HostSession, id: number, isDryRun: boolean): Promise<string> {
  try {
    return await registries.reconcile(session, id, isDryRun);
  } catch (error) {
    if (isHostFailure(error, 'not-found')) return 'gone';
    if (error instanceof HostError) return error.message;
    throw error;
  }
}

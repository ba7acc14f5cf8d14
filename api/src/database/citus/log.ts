import type { LogOrder } from '../events.ts';
import { OnSeveralServers } from '../forms.ts';

/** A log for each registry: servers assign the positions of their events independently. */
export const LOG_PER_REGISTRY: LogOrder = {
  logOf: (registryId) => registryId,
  requireOneLog: () => {
    throw new OnSeveralServers('one-log');
  },
  choose: ({ perRegistry }) => perRegistry,
};

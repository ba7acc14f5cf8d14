import { HostClient } from '../../api/src/host/session.ts';

/** An admin whose host is never called. */
export const ADMIN = {
  user: { id: 1, username: 'anna', email: '', isAdmin: true, managesSite: true },
  host: new HostClient({ restUrl: 'http://host.example', registryRestBase: 'registries', timeout: 8 }).as(''),
};

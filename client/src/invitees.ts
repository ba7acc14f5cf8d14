import type { Request } from './transport.ts';
import type { InviteesResponse } from './types.ts';

/** The operations on the invitees of a registry. Each operation resolves to the list after the operation. */
export const inviteeCalls = (request: Request) => ({
  listInvitees: (registryId: number): Promise<InviteesResponse | null> =>
    request('GET', ['registries', registryId, 'invitees']),
  /** Invites people. @param invitees user names and e-mail addresses; people who are already listed stay unchanged */
  addInvitees: (registryId: number, invitees: readonly string[]): Promise<InviteesResponse | null> =>
    request('POST', ['registries', registryId, 'invitees'], { body: { invitees } }),
  /**
   * Takes back an invitation. Resolves to null if the invitee is not on the list.
   * @param invitee user name or e-mail address
   */
  removeInvitee: (registryId: number, invitee: string): Promise<InviteesResponse | null> =>
    request('DELETE', ['registries', registryId, 'invitees', invitee]),
});

import type { Request } from './transport.ts';
import type { InviteesResponse } from './types.ts';

/** The operations on the invitees of a registry. Each operation resolves to the list after the operation. */
export interface InviteeCalls {
  listInvitees(registryId: number): Promise<InviteesResponse | null>;
  /** Invites people. @param invitees user names and e-mail addresses; people who are already listed stay unchanged */
  addInvitees(registryId: number, invitees: readonly string[]): Promise<InviteesResponse | null>;
  /**
   * Takes back an invitation. Resolves to null if the invitee is not on the list.
   * @param invitee user name or e-mail address
   */
  removeInvitee(registryId: number, invitee: string): Promise<InviteesResponse | null>;
}

export const inviteeCalls = (request: Request): InviteeCalls => ({
  listInvitees: (registryId) => request('GET', ['registries', registryId, 'invitees']),
  addInvitees: (registryId, invitees) =>
    request('POST', ['registries', registryId, 'invitees'], { body: { invitees } }),
  removeInvitee: (registryId, invitee) => request('DELETE', ['registries', registryId, 'invitees', invitee]),
});

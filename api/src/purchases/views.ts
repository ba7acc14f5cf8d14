import type { Purchase, PurchaseResponse } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import type { StoredPurchase } from './store.ts';
import { isStillSecret } from './surprise.ts';

/** Returns whether a user is the giver of a purchase, or an admin. Both may see all fields and change the purchase. */
export const isTheirs = (user: User, purchase: StoredPurchase): boolean =>
  user.isAdmin || purchase.giver_user_id === user.id;

/**
 * Returns a purchase with all fields, for its giver and for admins.
 * @param listId the list that the viewer reads; by default, the list through which the item was given, because its guests
 *   know no other list (rules: Appearances)
 */
export const wholeView = (purchase: StoredPurchase, listId = purchase.list_id ?? purchase.registry_id): Purchase => ({
  ...purchase,
  registry_id: listId,
  is_secret: isStillSecret(purchase),
});

/**
 * Returns a purchase without the giver's e-mail address, for owners and keepers of its registry.
 * @param hasNames whether the viewers may see the name and the message of the giver
 */
export function viewWithoutAddress(purchase: StoredPurchase, hasNames: boolean, listId?: number): Purchase {
  const view: Purchase = { ...wholeView(purchase, listId), giver_email: null };
  return hasNames ? view : { ...view, giver_user_id: null, giver_name: null, message: null };
}

/** Returns the body of an answer that contains a purchase. */
export const envelope = (data: Purchase, message: string): PurchaseResponse => ({ success: true, data, message });

/** The stored purchase, and whether the request created it, changed it or repeated an earlier request. */
export interface GiveResult {
  purchase: StoredPurchase;
  outcome: 'made' | 'changed' | 'repeated';
}

/** Status and message of the answer for each outcome. */
const OUTCOMES = {
  made: { status: 201, message: 'Purchase created' },
  changed: { status: 200, message: 'Purchase updated' },
  repeated: { status: 200, message: 'Purchase found' },
} as const;

/**
 * Answers a request that has created or changed a purchase.
 * @param listId list that the caller reads, as for `wholeView`
 */
export function sendGiven(reply: FastifyReply, { purchase, outcome }: GiveResult, listId?: number): FastifyReply {
  const { status, message } = OUTCOMES[outcome];
  if (outcome === 'made') reply.header('location', `/purchases/${purchase.id}`);
  return reply.code(status).send(envelope(wholeView(purchase, listId), message));
}

import { type Answer, isRecord } from '../../assets/rest.ts';
import { closeDialog } from './dialogs.ts';
import { notifyFailure, notifySuccess } from './notice.ts';
import type { FamilyLink } from './registry.ts';
import { makeFamilyLink, revokeFamilyLink } from './requests.ts';
import { change, state } from './state.ts';
import { __ } from './texts.ts';

/** Creates a family link and revokes the link that is shown. */
export async function makeLink(): Promise<void> {
  const isFirst = state.familyLink.state === 'none';
  const answer = await makeFamilyLink(state.familyLink.url);
  closeDialog('revoke-link');
  if (!show(answer)) return answer.kind === 'done' ? undefined : notifyFailure(answer, makeLink);
  notifySuccess(isFirst ? __('Your family link is ready.') : __('Here is the new link. The old one no longer works.'));
  document.querySelector<HTMLElement>('#largesse-link')?.focus();
}

/** Revokes the family link. */
export async function revokeLink(): Promise<void> {
  const answer = await revokeFamilyLink();
  closeDialog('revoke-link');
  if (!show(answer)) return answer.kind === 'done' ? undefined : notifyFailure(answer, revokeLink);
  notifySuccess(__('The family link no longer works.'));
  document.querySelector<HTMLElement>('#largesse-link')?.focus();
}

/** Shows the family link in an answer. Returns false if the answer contains no link. */
function show(answer: Answer): boolean {
  const link = answer.kind === 'done' ? answer.body.family_link : undefined;
  if (!isFamilyLink(link)) return false;
  change({ familyLink: link });
  return true;
}

function isFamilyLink(value: unknown): value is FamilyLink {
  return isRecord(value) && typeof value.state === 'string' && typeof value.url === 'string';
}

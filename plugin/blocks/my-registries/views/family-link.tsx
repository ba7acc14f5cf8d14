import { openDialog } from '../dialogs.ts';
import { makeLink, revokeLink } from '../family-link.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Close, Dialog, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { ShareLink } from './share-link.tsx';

export function MakeLink() {
  const isDead = state.familyLink.state === 'dead';
  return (
    <>
      {isDead && (
        <p class="largesse-mine__problem">
          {__(
            'The secret keys of this site have changed, for example because the site was copied or moved. The private link and the links in mails that you sent no longer work. Please create a new link, and send it again.',
          )}
        </p>
      )}
      <div class="largesse-mine__buttons">
        <Button kind="plain" onClick={makeLink}>
          {isDead ? __('Create a new link') : __('Create a private link')}
        </Button>
      </div>
    </>
  );
}

/** Renders the button that revokes a family link. Shows the link, unless the page already uses it. */
export function FamilyLinkFold({ isUsed }: { isUsed: boolean }) {
  return (
    <Fold title={isUsed ? __('Revoke the private link') : __('Private link')}>
      {isUsed ? (
        <Hint>{__('Do this if the link has reached someone you do not want here.')}</Hint>
      ) : (
        <>
          <Hint>
            {__(
              'Everybody can already open this registry. The link only matters if the registry has a password, or is for invited people only.',
            )}
          </Hint>
          <ShareLink link={state.familyLink.url} />
        </>
      )}
      <Button kind="danger" onClick={() => openDialog('revoke-link')}>
        {__('Revoke link …')}
      </Button>
    </Fold>
  );
}

export function RevokeDialog() {
  const question = __(
    'The link stops working at once, also for people who have already used it. Gifts are kept, and people you invited can still open the registry.',
  );
  return (
    <Dialog name="revoke-link" title={__('Revoke the private link?')} question={question}>
      <div class="largesse-mine__buttons largesse-mine__buttons--danger">
        <Button kind="danger" onClick={revokeLink}>
          {__('Revoke it')}
        </Button>
        <Button onClick={makeLink}>{__('Revoke it and create a new one')}</Button>
        <Close>{__('Keep it')}</Close>
      </div>
    </Dialog>
  );
}

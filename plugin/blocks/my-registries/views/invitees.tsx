import { act } from '../acts.ts';
import { submitInvite, takeBack } from '../invitees.ts';
import { registry } from '../state.ts';
import { __ } from '../texts.ts';
import { Empty, Submit } from './controls.tsx';
import { Field, Form, LOGIN, Message } from './form.tsx';
import { Tool } from './item-card.tsx';

/** Draws the list of invitees and the form that invites. */
export function Invitees() {
  const { invitees } = registry();
  return (
    <section class="largesse-mine__card" aria-labelledby="largesse-invitees">
      <h3 id="largesse-invitees" tabIndex={-1}>
        {__('Invited people')} <span class="largesse-mine__number">{invitees.length}</span>
      </h3>
      <p class="largesse-mine__hint">
        {__('They see the registry while it is for invited people only. Nobody gets a message: send them the link.')}
      </p>
      {invitees.length === 0 && <Empty>{__('Nobody is invited yet. Enter here who may see your registry.')}</Empty>}
      <ul class="largesse-mine__invitees">
        {invitees.map((invitee) => (
          <li key={invitee}>
            <bdi>{invitee}</bdi>{' '}
            <Tool
              text={__('Remove')}
              // translators: %s: a user name or an e-mail address.
              label={__('Remove %s from the invited people', invitee)}
              onClick={act(() => takeBack(invitee))}
            />
          </li>
        ))}
      </ul>
      <Form name="invite" submit={submitInvite}>
        <Field form="invite" name="invitee" hint={__('Several people: put commas between them.')} typing={LOGIN} />
        <Message form="invite" />
        <div class="largesse-mine__buttons">
          <Submit form="invite" idle={__('Invite')} busy={__('Inviting …')} />
        </div>
      </Form>
    </section>
  );
}

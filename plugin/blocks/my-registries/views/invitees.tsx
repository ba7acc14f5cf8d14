import { Component } from 'preact';
import type { Invitation } from '../../../assets/registry.ts';
import { openDialog } from '../dialogs.ts';
import { copyPersonalLink, revokePersonalLinks, submitInvite, withdrawInvitation } from '../invitees.ts';
import { openMail, unmailed } from '../mailing.ts';
import { change, registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Card, Close, Dialog, Hint, Tool } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Field, Form, FormEnd, LOGIN } from './form.tsx';

/** Number of people shown in a long list before the user asks to see everybody. */
const SHOWN = 25;

/** Renders the list of invitees and the form that invites people. */
export function Invitees() {
  const { invitations: people, is_draft: isDraft, is_public: isPublic, has_password: hasPassword } = registry();
  const waiting = isDraft ? [] : unmailed();
  const isMailable = waiting.length > 1;
  const hasLinks = people.some(({ has_link: hasLink }) => hasLink);
  const hint = isPublic
    ? __('The registry is public, so nobody needs an invitation. You can send these people the link by mail.')
    : isDraft
      ? __('They can open the registry once you share it. Nobody gets a mail until you send one.')
      : __('They can open the registry. Nobody gets a mail until you send one.');
  const content = (
    <>
      <People isDraft={isDraft} />
      {(isMailable || hasLinks) && (
        <div class="largesse-mine__buttons">
          {isMailable && (
            <Button onClick={() => openMail(waiting)}>
              {/* translators: %s: a number of people. */}
              {__('Send the link to everyone without a mail yet (%s)', waiting.length)}
            </Button>
          )}
          {hasLinks && <Button onClick={() => openDialog('end-links')}>{__('Revoke all links …')}</Button>}
        </div>
      )}
      <Form name="invite" submit={submitInvite}>
        <Field
          form="invite"
          name="invitee"
          rows={2}
          hint={__('Separate several people with commas, or paste a whole list.')}
          typing={LOGIN}
        />
        <FormEnd form="invite" idle={__('Add guest')} busy={__('Adding …')} />
      </Form>
    </>
  );
  const heading = { id: 'largesse-invitees', title: __('Invited people') };
  // Before owners invite people, they share the list. With a link, perhaps nobody needs an invitation.
  const isFolded = isDraft || (isPublic && !hasPassword) || state.familyLink.url !== '';
  return isFolded ? (
    <Fold {...heading} value={hint} isCard isNeeded={people.length > 0 || Boolean(state.forms.invite.errors.invitee)}>
      {content}
    </Fold>
  ) : (
    <Card {...heading} count={people.length}>
      <Hint>{hint}</Hint>
      {content}
    </Card>
  );
}

export function EndLinksDialog() {
  const question = __(
    'Links that you mailed or copied stop working at once, also for people who have already used one. Everyone stays invited, and gifts are kept. Do this if a link has reached someone you do not want here.',
  );
  return (
    <Dialog name="end-links" title={__('Revoke the links of all invited people?')} question={question}>
      <div class="largesse-mine__buttons largesse-mine__buttons--danger">
        <Button kind="danger" onClick={revokePersonalLinks}>
          {__('Revoke them')}
        </Button>
        <Close>{__('Keep them')}</Close>
      </div>
    </Dialog>
  );
}

/** Renders the list of invitees. A very long list is cut until the user asks for all of it. */
function People({ isDraft }: { isDraft: boolean }) {
  const { invitations } = registry();
  const isCut = !state.isEverybodyShown && invitations.length > SHOWN + 5;
  const people = isCut ? invitations.slice(0, SHOWN) : invitations;
  return (
    <>
      {people.length > 0 && (
        <ul class="largesse-mine__invitees">
          {people.map((person) => (
            <PersonRow key={person.entry} person={person} isDraft={isDraft} />
          ))}
        </ul>
      )}
      {isCut && (
        <div class="largesse-mine__buttons">
          <Button onClick={() => change({ isEverybodyShown: true })}>{__('Show all')}</Button>
        </div>
      )}
    </>
  );
}

/** Renders a person with buttons. Updates only after a change: there may be a thousand people. */
class PersonRow extends Component<{ person: Invitation; isDraft: boolean }> {
  override shouldComponentUpdate({ person, isDraft }: { person: Invitation; isDraft: boolean }) {
    return isDraft !== this.props.isDraft || JSON.stringify(person) !== JSON.stringify(this.props.person);
  }

  override render({ person, isDraft }: { person: Invitation; isDraft: boolean }) {
    const { entry, states } = person;
    const name = person.name || entry;
    const isRepeated = states.some(({ key }) => key === 'mailed' || key === 'failed');
    return (
      <li>
        <bdi>{name}</bdi>
        <p class="largesse-mine__facts">
          {states.map(({ key, text }) => (
            <span key={key} class={`largesse-mine__state largesse-mine__state--${key}`}>
              {text}
            </span>
          ))}
        </p>
        <div class="largesse-mine__tools">
          {person.may_mail && !isDraft && (
            <Tool
              text={isRepeated ? __('Send again') : __('Send by mail')}
              label={
                isRepeated
                  ? // translators: %s: a name or an e-mail address.
                    __('Send again: %s', name)
                  : // translators: %s: a name or an e-mail address.
                    __('Send by mail: %s', name)
              }
              onClick={() => openMail([entry])}
            />
          )}
          {person.has_link && !isDraft && (
            <Tool
              text={__('Copy link')}
              // translators: %s: an e-mail address.
              label={__('Copy link: %s', entry)}
              onClick={() => copyPersonalLink(entry)}
            />
          )}
          <Tool
            text={__('Remove')}
            // translators: %s: a name or an e-mail address.
            label={__('Remove %s from the invited people', name)}
            onClick={() => withdrawInvitation(entry)}
          />
        </div>
      </li>
    );
  }
}

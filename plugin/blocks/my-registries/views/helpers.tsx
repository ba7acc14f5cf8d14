import { askToDismiss, submitDismiss, submitHelp } from '../helpers.ts';
import { labelOf } from '../labels.ts';
import { type HelperList, nameOf, registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog, Hint, Tool } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Choices, Field, Form, FormEnd, LOGIN } from './form.tsx';

const roleText = (list: string) => (list === 'keepers' ? __('Keep the secret') : __('Own the registry with you'));

/** Renders the co-owners, the keepers, and the form that adds helpers. */
export function Helpers() {
  const { owners, keepers, owner_keepers: fixed, is_for_child: isForChild } = registry();
  const { proposed_owners: askedOwners = [], proposed_keepers: askedKeepers = [] } = registry();
  const { values, errors } = state.forms.help;
  const { list = 'owners' } = values;
  const hasHelpers = owners.length + keepers.length + askedOwners.length + askedKeepers.length > 0;
  const meanings = {
    owners: isForChild
      ? __('They can change everything here, but cannot delete the registry. They see all gifts, like you.')
      : __(
          'They can change everything here, but cannot delete the registry. Surprises for you are surprises for them, too.',
        ),
    keepers: __(
      'They see every gift, including surprises. They can release a gift, so that others can give it. They cannot change anything else.',
    ),
  };
  return (
    <Fold
      id="largesse-helpers"
      title={__('Who helps')}
      value={hasHelpers ? '' : __('Someone can own the list with you, or keep the secret of your gifts.')}
      isCard
      isNeeded={hasHelpers || Boolean(errors.person)}
    >
      {isForChild && (
        <>
          <Hint>{__('This is a list for a child: its owners see all gifts, and can give something themselves.')}</Hint>
          <div class="largesse-mine__buttons">
            <Button onClick={() => askToDismiss('keepers', '')}>{__('It is not for a child')}</Button>
          </div>
        </>
      )}
      <List list="owners" heading={__('They own it, too')} people={owners} asked={askedOwners} />
      <List list="keepers" heading={__('They keep the secret')} people={keepers} asked={askedKeepers} fixed={fixed} />
      <Form name="help" submit={submitHelp}>
        <Field
          form="help"
          name="person"
          hint={__('They get a mail, and help you as soon as they accept.')}
          typing={LOGIN}
        />
        <Fold title={labelOf('list')} value={roleText(list)}>
          <Choices form="help" name="list" isUnnamed chosen={list} meanings={meanings} textOf={roleText} />
        </Fold>
        <FormEnd form="help" idle={__('Add')} busy={__('Adding …')} />
      </Form>
    </Fold>
  );
}

/** Renders co-owners or keepers. People in `asked` have not answered; people in `fixed` cannot be removed. */
function List(props: {
  list: HelperList;
  heading: string;
  people: readonly string[];
  asked: readonly string[];
  fixed?: readonly string[];
}) {
  const { list, heading, people, asked, fixed = [] } = props;
  if (people.length + asked.length === 0) return null;
  return (
    <>
      <h4 id={`largesse-helpers-${list}`}>{heading}</h4>
      <ul class="largesse-mine__invitees" aria-labelledby={`largesse-helpers-${list}`}>
        {[...people, ...asked].map((person) => (
          <li key={person}>
            <bdi>{nameOf(person)}</bdi>
            {!people.includes(person) && <span class="largesse-mine__badge">{__('Has not answered yet')}</span>}
            <div class="largesse-mine__tools">
              {fixed.includes(person) ? (
                <span class="largesse-mine__badge">{__('Owner')}</span>
              ) : (
                <Tool
                  text={__('Remove')}
                  // translators: 1: a name or an e-mail address, 2: their role.
                  label={__('Remove %1$s: %2$s', nameOf(person), heading)}
                  onClick={() => askToDismiss(list, person)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export function DismissDialog() {
  const { person = '', list = 'owners' } = state.helper ?? {};
  const name = nameOf(person);
  const question = !person
    ? __('Then surprises are hidden from all owners, also from you. You cannot undo this.')
    : list === 'owners'
      ? // translators: %s: a name or an e-mail address.
        __('Then %s can no longer change this registry.', name)
      : // translators: %s: a name or an e-mail address.
        __('Then %s can no longer see the gifts, but may remember some of them.', name);
  return (
    // translators: %s: a name or an e-mail address.
    <Dialog
      name="dismiss"
      title={person ? __('Remove %s?', name) : __('Is the list not for a child?')}
      question={question}
    >
      <Form name="dismiss" submit={submitDismiss}>
        <FormEnd
          form="dismiss"
          idle={person ? __('Remove') : __('It is not for a child')}
          busy={__('Removing …')}
          isDanger
          close={__('Cancel')}
        />
      </Form>
    </Dialog>
  );
}

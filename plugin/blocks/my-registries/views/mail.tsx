import { letterText, submitMail } from '../mailing.ts';
import { nameOf, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Dialog, Hint } from './controls.tsx';
import { Field, Form, FormEnd } from './form.tsx';

/** Renders the dialog that shows an invitation mail before it is sent. */
export function MailDialog() {
  const { letter, mailTo: people } = state;
  const { message = '' } = state.forms.mail.values;
  return (
    <Dialog name="mail" title={__('Send the link by mail')}>
      <Form name="mail" submit={submitMail}>
        <p dir="auto">
          {people.length === 1
            ? // translators: %s: a name or an e-mail address.
              __('To: %s', nameOf(people[0] ?? ''))
            : // translators: %s: a number of people.
              __('To %s people, a mail for each.', people.length)}
        </p>
        <Field form="mail" name="message" rows={4} hint={__('Optional; at most 500 characters, without links.')} />
        {letter && (
          <>
            <Hint>{letter.reply_to}</Hint>
            <Hint>{letter.left}</Hint>
            <div class="largesse-mine__letter" role="group" aria-label={__('The mail')} dir="auto">
              <p>
                <strong>{letter.subject}</strong>
              </p>
              <p class="largesse-mine__letter-text">{letterText(letter, message)}</p>
            </div>
          </>
        )}
        <FormEnd form="mail" idle={__('Send now')} busy={__('Sending …')} close={__('Cancel')} />
      </Form>
    </Dialog>
  );
}

import { closeDialog, openDialog } from '../dialogs.ts';
import { handler } from '../handler.ts';
import { levelText } from '../labels.ts';
import { registry, state } from '../state.ts';
import { isDueIn, levelIn, submitReveal } from '../surprise.ts';
import { __ } from '../texts.ts';
import { Button, Dialog, Submit } from './controls.tsx';
import { Choices, DATE, Field, Form, Message } from './form.tsx';

/** Renders the choice of what the owner sees of gifts before the reveal, and the day of the reveal. */
export function SurpriseFields({ form }: { form: 'create' | 'details' }) {
  const { surprise, event_type, event_date } = state.forms[form].values;
  const level = levelIn(form);
  const seesAll = form === 'create' ? state.forms.create.values.is_for_child === 'yes' : state.registry?.sees_all;
  const meanings = seesAll
    ? {
        hidden: __(
          'Nobody who opens the page of the registry, not even your child, sees gifts before the day that you choose below.',
        ),
        counts: __('The page of the registry shows how many of each wish are given.'),
        names: __(
          'The page of the registry shows how many of each wish are given. Owners who do not see all gifts see who gives what, too.',
        ),
      }
    : {
        hidden: __('You see none of your guests’ gifts until the day that you choose below.'),
        counts: __('You see how many of each wish are given. You see the givers on the day that you choose below.'),
        names: __('You immediately see who gives what, and their messages.'),
      };
  const isSuggested = form === 'create' && !surprise && (event_type ?? '').trim() !== '';
  return (
    <>
      <Choices
        form={form}
        name="surprise"
        chosen={level}
        meanings={meanings}
        textOf={levelText}
        above={
          seesAll ? (
            <p class="largesse-mine__hint">
              {__('You always see all gifts. Choose here what the page of the registry shows.')}
            </p>
          ) : (
            form === 'create' && (
              <p class="largesse-mine__hint" role="status">
                {/* translators: %s: "Surprise me" or "Show me how many". */}
                {isSuggested && __('We suggest “%s” for this occasion. Choose what you like.', levelText(level))}
              </p>
            )
          )
        }
      >
        {!seesAll && (
          <p class="largesse-mine__hint">
            {__(
              'This cannot stop you if you really want to know: signed out, or with a second account, you see what your guests see.',
            )}
          </p>
        )}
        <p class="largesse-mine__hint">
          {__(
            'Visitors who are signed out see how many of each wish are given, but never by whom. Under “Surprise me” they see it only after they press “I’ll give this” or “I am looking for a gift”.',
          )}
        </p>
        {form === 'details' && (
          <p class="largesse-mine__hint">
            {__('Changing this reveals nothing: gifts that are already hidden stay hidden until the day.')}
          </p>
        )}
      </Choices>
      <Field
        form={form}
        name="reveal_date"
        typing={DATE}
        hint={
          event_date
            ? __('If you leave this empty, it is the day after the date above.')
            : __('If you leave this empty, and there is no date above, the surprise lasts until you press a button.')
        }
      />
      <p class="largesse-mine__hint" role="status">
        {isDueIn(form) &&
          !state.registry?.is_revealed &&
          __('This day has come: you will see everything as soon as you save it.')}
      </p>
    </>
  );
}

/** Renders what the owner sees before the reveal, and a button that reveals all gifts now; nothing after the reveal. */
export function Reveal() {
  const { surprise, reveal_text: day, is_revealed: isRevealed, sees_all: seesAll } = registry();
  if (isRevealed || seesAll) return null;
  return (
    <section class="largesse-mine__card" aria-labelledby="largesse-surprise">
      <h3 id="largesse-surprise">{__('Surprise')}</h3>
      <p>{surprise === 'hidden' ? hiddenText(day) : surprise === 'counts' ? countsText(day) : namesText(day)}</p>
      <div class="largesse-mine__buttons">
        <Button onClick={handler(() => openDialog('reveal'))}>{__('Show me now …')}</Button>
      </div>
    </section>
  );
}

const hiddenText = (day: string) =>
  day
    ? // translators: %s: a date, as in "12 June 2027 · in 23 days".
      __('You see none of your guests’ gifts. Everything is revealed on this day: %s.', day)
    : __('You see none of your guests’ gifts until you reveal them here.');

const countsText = (day: string) =>
  day
    ? // translators: %s: a date, as in "12 June 2027 · in 23 days".
      __('You see how many are given. The givers are revealed on this day: %s.', day)
    : __('You see how many are given. You can reveal the givers here.');

const namesText = (day: string) =>
  day
    ? // translators: %s: a date, as in "12 June 2027 · in 23 days".
      __('You see who gives what. Earlier hidden gifts are revealed on this day: %s.', day)
    : __('You see who gives what. You can reveal earlier hidden gifts here.');

/** Renders the dialog that confirms ending the surprise. */
export function RevealDialog() {
  const id = 'largesse-reveal-question';
  return (
    <Dialog name="reveal" title={__('Look now?')} isSmall question={id}>
      <Form name="reveal" submit={submitReveal}>
        <p id={id}>
          {__(
            'You will see all current gifts, their givers and their messages. This cannot be undone. Your choice under “Details” still applies to later gifts.',
          )}
        </p>
        <Message form="reveal" />
        <div class="largesse-mine__buttons">
          <Submit form="reveal" idle={__('Show me now')} busy={__('Looking …')} />
          <Button onClick={() => closeDialog('reveal')}>{__('Keep the surprise')}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

import { saveDueDetails } from '../details.ts';
import { openDialog } from '../dialogs.ts';
import { labelOf, levelText } from '../labels.ts';
import { registry, state } from '../state.ts';
import { isDue, levelMeanings, submitReveal } from '../surprise.ts';
import { __ } from '../texts.ts';
import { Button, Close, Dialog, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Choices, Field, Form, FormEnd } from './form.tsx';

/** Renders the level of surprise, the day of the reveal, and a button that reveals gifts now. */
export function SurpriseFold() {
  const { is_revealed: isRevealed, sees_all: seesAll } = registry();
  const { values, errors } = state.forms.details;
  const isShown = isDue() && !isRevealed;
  return (
    <Fold
      title={labelOf('surprise')}
      value={levelText(values.surprise ?? '')}
      isNeeded={Boolean(errors.surprise || errors.reveal_date) || isShown}
    >
      <Choices
        form="details"
        name="surprise"
        isUnnamed
        chosen={values.surprise ?? ''}
        meanings={levelMeanings(seesAll)}
        textOf={levelText}
        above={
          seesAll && <Hint>{__('You always see all gifts. Choose here what the page of the registry shows.')}</Hint>
        }
      >
        {!seesAll && (
          <Hint>
            {__(
              'This cannot stop you if you really want to know: signed out, or with a second account, you see what your guests see.',
            )}
          </Hint>
        )}
        <Hint>
          {__(
            'Visitors who are signed out see how many of each wish are given, but never by whom. Under “Surprise me” they see these numbers only after they press “I am looking for a gift”, or “Continue” on an invitation.',
          )}
        </Hint>
        <Hint>{__('If you change this, gifts that are already hidden stay hidden until the day of the reveal.')}</Hint>
      </Choices>
      <Field
        form="details"
        name="reveal_date"
        isDate
        hint={
          values.event_date
            ? __('If you leave this empty, it is the day after the date above.')
            : __('If you leave this empty, and there is no date above, the surprise lasts until you press a button.')
        }
      />
      <Hint role="status">{isShown && __('This day has come: you will see everything as soon as you save it.')}</Hint>
      {!isRevealed && !seesAll && <Reveal />}
    </Fold>
  );
}

/** Renders the day of the reveal, and a button that reveals all gifts now. */
function Reveal() {
  const { reveal_text: day } = registry();
  return (
    <>
      <p>
        {day
          ? // translators: %s: a date, as in "12 June 2027 · in 23 days".
            __('Everything still hidden from you is revealed on this day: %s.', day)
          : __('Everything still hidden from you stays hidden until you reveal it here.')}
      </p>
      <div class="largesse-mine__buttons">
        <Button onClick={() => openDialog('reveal')}>{__('Show me now …')}</Button>
      </div>
    </>
  );
}

/** Asks before the details are saved with a day of the reveal that has come. */
export function DueDialog() {
  const question = __(
    'With this date, the day of the reveal has come. You will see all current gifts, their givers and their messages. This cannot be undone.',
  );
  return (
    <Dialog name="due" title={__('Save, and reveal the gifts?')} question={question}>
      <div class="largesse-mine__buttons">
        <Button onClick={saveDueDetails}>{__('Save and show me')}</Button>
        <Close>{__('Keep the surprise')}</Close>
      </div>
    </Dialog>
  );
}

export function RevealDialog() {
  const question = __(
    'You will see all current gifts, their givers and their messages. This cannot be undone. Your choice in the settings still applies to later gifts.',
  );
  return (
    <Dialog name="reveal" title={__('Reveal the gifts now?')} question={question}>
      <Form name="reveal" submit={submitReveal}>
        <FormEnd form="reveal" idle={__('Show me now')} busy={__('Revealing …')} close={__('Keep the surprise')} />
      </Form>
    </Dialog>
  );
}

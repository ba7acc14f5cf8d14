import { moveToCurrent, moveToPast, openCopy, submitCopy } from '../after-event.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Field, Form, FormEnd } from './form.tsx';

export function AfterEvent() {
  const { is_over: isOver, is_past: isPast } = registry();
  return (
    <Fold title={__('When it is over')} isCard isNeeded={isOver && !isPast}>
      {isOver && (
        <Hint>
          {__('The day is over. The page of the registry now thanks your guests, and they can still open it.')}
        </Hint>
      )}
      <Hint>
        {isPast
          ? __('This registry is among your past registries.')
          : __('My registries shows past registries below the others.')}
      </Hint>
      {isOver && (
        <>
          <Hint>
            {__(
              'Next year’s list has the same guests and what was not given, in the same order. Nobody sees it before you share it.',
            )}
          </Hint>
          <div class="largesse-mine__buttons">
            <Button kind="plain" onClick={() => openCopy(true)}>
              {__('Start next year’s list …')}
            </Button>
          </div>
        </>
      )}
      <div class="largesse-mine__buttons">
        {isPast ? (
          <Button key="back" onClick={moveToCurrent}>
            {__('Move to the current registries')}
          </Button>
        ) : (
          <Button key="past" onClick={moveToPast}>
            {__('Move to the past registries')}
          </Button>
        )}
        <Button onClick={() => openCopy()}>{__('Copy the open wishes …')}</Button>
      </div>
    </Fold>
  );
}

export function CopyDialog() {
  const isNextYear = state.forms.copy.values.next === '1';
  return (
    <Dialog name="copy-open" title={isNextYear ? __('Next year’s list') : __('Copy the open wishes')} isSmall>
      <Form name="copy" submit={submitCopy}>
        <p>
          {isNextYear
            ? __(
                'The new list has the same guests, and all wishes that you see as open, in the same order. Its day is a year later. Nobody else sees it before you share it. This registry does not change.',
              )
            : __(
                'All wishes that you see as open are copied to a new registry, with the number that is still wanted. At first, only you can open it. This registry does not change.',
              )}
        </p>
        <Field form="copy" name="title" isNeeded />
        <FormEnd form="copy" idle={__('Create a new registry')} busy={__('Copying …')} close={__('Cancel')} />
      </Form>
    </Dialog>
  );
}

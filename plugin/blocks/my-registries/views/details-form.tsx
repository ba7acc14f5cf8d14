import { submitCreate } from '../create.ts';
import { keepMyDetails, rewriteStory, saveDetails, setFindable, takeTheirDetails } from '../details.ts';
import { findableText, labelOf, levelText, visibilityText } from '../labels.ts';
import { CHIPS, changeCreate, chipOf, chipText, chooseChip, OTHER } from '../occasions.ts';
import { sent } from '../page-data.ts';
import { registry, state } from '../state.ts';
import { levelMeanings, suggestedLevel } from '../surprise.ts';
import { __ } from '../texts.ts';
import { Conflict } from './conflict.tsx';
import { Button, Card, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Choice, Choices, Field, Form, FormEnd } from './form.tsx';
import { SurpriseFold } from './surprise.tsx';

/** Renders the form that creates a registry. The owner chooses its visibility later, before sharing it. */
export function CreateForm() {
  return (
    <Form name="create" submit={submitCreate}>
      <Occasion form="create" />
      <OccasionEffect />
      <Field form="create" name="title" hint={__('For example: Ada and Ben get married')} isNeeded />
      <Field form="create" name="event_date" isDate />
      <ForChild />
      <FormEnd form="create" idle={__('Create registry')} busy={__('Creating …')} />
    </Form>
  );
}

/** Renders the form that changes title, occasion, date, story, visibility and surprise. */
export function Details() {
  return (
    <Card id="largesse-details-heading" title={__('Details')}>
      <Form name="details" submit={saveDetails}>
        <Field form="details" name="title" isNeeded />
        <OccasionFold />
        <Field form="details" name="event_date" isDate />
        <StoryFold />
        <VisibilityFold />
        <SurpriseFold />
        <Conflict form="details" keep={keepMyDetails} take={takeTheirDetails} />
        <FormEnd form="details" idle={__('Save details')} busy={__('Saving …')} />
      </Form>
    </Card>
  );
}

interface Part {
  form: 'create' | 'details';
  /** True if the name is already visible above the chips. */
  isUnnamed?: boolean;
}

/** Renders the occasions as chips, and a field for any other occasion. */
function Occasion({ form, isUnnamed }: Part) {
  const chosen = chipOf(state.forms[form].values.event_type ?? '');
  return (
    <>
      <fieldset class="largesse-mine__choices">
        <legend class={isUnnamed ? 'largesse-unseen' : undefined}>{__('What do you celebrate?')}</legend>
        <div class="largesse-mine__chips">
          {CHIPS.map((chip) => (
            <label key={chip} class="largesse-mine__chip" for={`largesse-${form}-occasion-${chip}`}>
              <input
                type="radio"
                id={`largesse-${form}-occasion-${chip}`}
                name="occasion"
                value={chip}
                checked={chip === chosen}
                onChange={() => chooseChip(form, chip)}
              />
              <span>{chipText(chip)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {/* The field has no `maxLength`, because browsers count an emoji as two characters. */}
      {chosen === OTHER && <Field form={form} name="event_type" />}
    </>
  );
}

function OccasionFold() {
  const { values, errors } = state.forms.details;
  return (
    <Fold title={__('What do you celebrate?')} value={values.event_type ?? ''} isNeeded={Boolean(errors.event_type)}>
      <Occasion form="details" isUnnamed />
    </Fold>
  );
}

function OccasionEffect() {
  const { event_type: occasion = '', is_for_child: isForChild } = state.forms.create.values;
  const level = suggestedLevel(occasion);
  return (
    <Hint role="status">
      {occasion && (
        <>
          {/* translators: %s: a setting, such as “Surprise me”. */}
          {__('This switches on “%s”.', levelText(level))} {levelMeanings(isForChild === 'yes')[level]}{' '}
          {__('You can change this later.')}
        </>
      )}
    </Hint>
  );
}

/** Renders the checkbox that makes the new registry a list for a child. Owners of such a list see all gifts. */
function ForChild() {
  return (
    <Choice
      type="checkbox"
      id="largesse-create-is_for_child"
      label={__('This is a list for a child')}
      meaning={__('All its owners see all gifts, including surprises, and can give something themselves.')}
      checked={state.forms.create.values.is_for_child === 'yes'}
      onChange={({ currentTarget }) => changeCreate('is_for_child', currentTarget.checked ? 'yes' : '')}
    />
  );
}

function VisibilityFold() {
  const choices = {
    private: sent.owner
      ? __('Owners, invited people, and anyone with the private link can open it.')
      : __('You, the people you invite, and anyone with your private link can open it.'),
    public: __('Anyone with the link can open it, and search engines may find it.'),
  };
  const { values, errors } = state.forms.details;
  const { visibility = '' } = values;
  return (
    <Fold
      title={labelOf('visibility')}
      value={visibilityText(visibility)}
      isNeeded={Boolean(errors.visibility || errors.names)}
    >
      <Choices
        form="details"
        name="visibility"
        isUnnamed
        chosen={visibility}
        meanings={choices}
        textOf={visibilityText}
      />
      <Findable />
    </Fold>
  );
}

/** Renders the checkbox that makes a public registry findable by names, and the field with these names. */
function Findable() {
  const { values, errors } = state.forms.details;
  const isFound = values.findable === 'yes';
  if (registry().names === undefined || (values.visibility !== 'public' && !errors.names)) return null;
  return (
    <fieldset class="largesse-mine__choices">
      <legend>{labelOf('findable')}</legend>
      <Choice
        type="checkbox"
        name="findable"
        id="largesse-details-findable"
        label={findableText('yes')}
        meaning={__(
          'Anyone who searches this site for your names finds this registry, and sees your names, the occasion and the date. Searches for the occasion and the month find it, too.',
        )}
        checked={isFound}
        onChange={({ currentTarget }) => setFindable(currentTarget.checked)}
      />
      {isFound && (
        <Field form="details" name="names" hint={__('As your guests know you: Anna Berger & Tom Maier')} isNeeded />
      )}
    </fieldset>
  );
}

/** Returns the first words of a text, without the last one if it is cut. */
function beginning(text: string): string {
  const shown = 60;
  return text.length <= shown ? text : `${text.slice(0, shown).replace(/\s+\S*$/, '')} …`;
}

function StoryFold() {
  const { is_story_html: isHtml, story_text: words = '' } = state.registry ?? {};
  const { values, errors } = state.forms.details;
  const isKept = isHtml && !state.isStoryRewritten;
  return (
    <Fold
      title={labelOf('story')}
      value={beginning(isKept ? words : (values.story ?? ''))}
      isNeeded={Boolean(errors.story)}
    >
      {isKept ? <KeptStory words={words} /> : <Story />}
    </Fold>
  );
}

function Story() {
  const hint = __('A few words to your guests. An empty line starts a new paragraph.');
  return <Field form="details" name="story" hint={hint} rows={3} isUnnamed />;
}

/** Renders a formatted story as text: a text field would lose the formatting. A button replaces it with plain text. */
function KeptStory({ words }: { words: string }) {
  return (
    <div class="largesse-mine__field">
      <p class="largesse-mine__story" dir="auto">
        {words}
      </p>
      <Hint>{__('This story has formatting, which stays unless you rewrite it.')}</Hint>
      <Button onClick={rewriteStory} style="justify-self: start">
        {__('Rewrite it')}
      </Button>
    </div>
  );
}

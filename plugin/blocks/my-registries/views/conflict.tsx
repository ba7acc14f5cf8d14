import { ANY } from '../item-fields.ts';
import { findableText, labelOf, levelText, visibilityText } from '../labels.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button } from './controls.tsx';

/** Renders the user's input next to the changes of someone else, with buttons to choose one version. */
export function Conflict(props: { form: 'details' | 'item'; keep: () => unknown; take: () => unknown }) {
  const { form, keep, take } = props;
  const { conflict, collisions, values, saved } = state.forms[form];
  if (!conflict) return null;
  const isChanged = collisions.length > 0;
  const label = isChanged ? __('Changed by someone else') : __('Removed by someone else');
  return (
    <div class="largesse-mine__conflict" role="group" tabIndex={-1} aria-label={label} data-largesse-conflict>
      <p>{conflict}</p>
      <dl>
        {collisions.map((field) => (
          <div key={field}>
            <dt>{labelOf(field)}</dt>
            <dd>
              <span class="largesse-mine__whose">{__('Yours:')}</span> <bdi>{shown(field, values[field])}</bdi>
            </dd>
            <dd>
              <span class="largesse-mine__whose">{__('Theirs:')}</span> <bdi>{shown(field, saved[field])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div class="largesse-mine__buttons">
        <Button kind="plain" onClick={keep}>
          {isChanged ? __('Keep mine') : __('Add it again')}
        </Button>
        <Button onClick={take}>{isChanged ? __('Take theirs') : __('Leave it removed')}</Button>
      </div>
    </div>
  );
}

/** Returns the value of a field as readable text. If the story is formatted, returns its plain text. */
function shown(field: string, value = ''): string {
  if (field === 'visibility' && value) return visibilityText(value);
  if (field === 'findable') return findableText(value);
  if (field === 'quantity_needed' && value === ANY) return __('Any number is welcome');
  if (field === 'surprise') return levelText(value);
  const { is_story_html: isHtml, story, story_text: words } = registry();
  return (field === 'story' && isHtml && value === story ? words : value.trim()) || __('(empty)');
}

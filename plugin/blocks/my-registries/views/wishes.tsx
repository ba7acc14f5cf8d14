import { Component } from 'preact';
import { discardInput } from '../forms.ts';
import { deleteHeading, moveHeadingByOne, openHeading, submitHeading } from '../headings.ts';
import { submitItemCopy } from '../item-copy.ts';
import { openFirstWish, openItem, openPastedWish } from '../item-form.ts';
import { reload } from '../items.ts';
import { type Group, groups } from '../order.ts';
import { sent } from '../page-data.ts';
import { makeSortable } from '../sorting.ts';
import { NEW_REGISTRY, registry, type State, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Close, Dialog, Hint, Message, Submit } from './controls.tsx';
import { Field, Form, FormEnd } from './form.tsx';
import { ItemCard } from './item-card.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { Entry, LinkEntry, Menu } from './menu.tsx';

export function Wishes() {
  const { items, items_error: error, surprise_text: surprise } = registry();
  const isEmpty = !error && items.length === 0;
  return (
    <section class="largesse-mine__wishes" aria-labelledby="largesse-wishes">
      <div class="largesse-mine__section-head">
        <h3 id="largesse-wishes" tabIndex={-1}>
          {__('Wishes')} {!error && <span class="largesse-mine__number">{items.length}</span>}
        </h3>
        <div class="largesse-mine__buttons">
          {!isEmpty && (
            <Button kind="plain" onClick={() => openItem()}>
              {__('Add a wish')}
            </Button>
          )}
          <Menu label={__('More for the list')}>
            {() => (
              <>
                <LinkEntry href={sent.pages.guest}>{__('View as a guest')}</LinkEntry>
                <LinkEntry href={sent.pages.overview}>{__('All my registries')}</LinkEntry>
                {!isEmpty && !error && (
                  <>
                    <Entry onClick={() => openHeading()}>{__('Add a heading')}</Entry>
                    <Entry onClick={() => print()}>{__('Print list')}</Entry>
                  </>
                )}
              </>
            )}
          </Menu>
        </div>
      </div>
      {error && (
        <div class="largesse-mine__problem" role="alert">
          <p>{error}</p>
          <Button onClick={reload}>{__('Try again')}</Button>
        </div>
      )}
      {isEmpty && <FirstWish />}
      {surprise && !error && !isEmpty && <Hint>{surprise}</Hint>}
      {!error && <Lists registry={state.registry} unsavedOrder={state.unsavedOrder} busyItems={state.busyItems} />}
      <ItemDialog />
      <HeadingDialog />
      <CopyItemDialog />
    </section>
  );
}

/** Renders the form for the first wish: one field for the shop's address, or for the name of a wish without a shop. */
function FirstWish() {
  return (
    <div class="largesse-mine__first">
      <Form name="firstWish" submit={openFirstWish}>
        <Field form="firstWish" name="address" onInput={openPastedWish} />
        <Submit form="firstWish" idle={__('Continue')} busy={__('Continue')} />
      </Form>
      {sent.appearances && <a href={`${sent.appearances}add`}>{__('Add from another list')}</a>}
    </div>
  );
}

/** Renders the items, but not again if their data is unchanged, such as after a keystroke. */
class Lists extends Component<Pick<State, 'registry' | 'unsavedOrder' | 'busyItems'>> {
  override shouldComponentUpdate({ registry, unsavedOrder, busyItems }: typeof this.props) {
    const { props } = this;
    return registry !== props.registry || unsavedOrder !== props.unsavedOrder || busyItems !== props.busyItems;
  }

  override render() {
    return groups().map((group) => <HeadingGroup key={group.title} group={group} />);
  }
}

function HeadingGroup({ group: { title, items } }: { group: Group }) {
  const { items: all, headings } = registry();
  const isMovable = all.length > 1 || headings.length > 0;
  return (
    <div class="largesse-mine__below">
      {title && <Heading title={title} isEmpty={items.length === 0} />}
      <ul class="largesse-mine__items" ref={makeSortable} data-heading={title}>
        {items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            isBusy={state.busyItems.includes(item.id)}
            isBelow={title !== ''}
            isMovable={isMovable}
          />
        ))}
      </ul>
    </div>
  );
}

function Heading({ title, isEmpty }: { title: string; isEmpty: boolean }) {
  return (
    <>
      <div class="largesse-mine__heading">
        <h4 dir="auto" tabIndex={-1}>
          {title}
        </h4>
        {/* translators: %s: a heading. */}
        <Menu label={__('More for %s', title)}>
          {() => (
            <>
              <Entry onClick={() => openHeading(title)}>{__('Rename')}</Entry>
              {registry().headings.length > 1 && (
                <>
                  <Entry onClick={() => moveHeadingByOne(title, -1)}>{__('Move up')}</Entry>
                  <Entry onClick={() => moveHeadingByOne(title, 1)}>{__('Move down')}</Entry>
                </>
              )}
              <Entry onClick={() => deleteHeading(title)}>{__('Remove')}</Entry>
            </>
          )}
        </Menu>
      </div>
      {isEmpty && <Hint>{__('Guests see this heading once it has wishes.')}</Hint>}
    </>
  );
}

function HeadingDialog() {
  const isNew = state.headingTitle === '';
  return (
    <Dialog
      name="headings"
      title={isNew ? __('Add a heading') : __('Rename this heading')}
      isSmall
      onClose={() => discardInput('heading')}
    >
      <Form name="heading" submit={submitHeading}>
        <Field
          form="heading"
          name="title"
          hint={isNew ? __('For instance a room, a shop, or a person.') : ''}
          isNeeded
        />
        <FormEnd form="heading" idle={__('Save')} busy={__('Saving …')} close={__('Cancel')} />
      </Form>
    </Dialog>
  );
}

function CopyItemDialog() {
  const { copied, targets } = state;
  const { to } = state.forms.copyItem.values;
  return (
    <Dialog name="copy-item" title={__('Copy this wish')} isSmall onClose={() => discardInput('copyItem')}>
      <Form name="copyItem" submit={submitItemCopy}>
        <p dir="auto">
          {/* translators: %s: name of an item. */}
          {__(
            '“%s” stays here and is also added to another registry of yours. Its gifts stay here.',
            copied?.name ?? '',
          )}
        </p>
        {targets === null ? (
          <p role="status">{__('One moment …')}</p>
        ) : (
          <Field
            form="copyItem"
            name="to"
            options={[
              ...targets.map(({ id, title }): [string, string] => [String(id), title]),
              [NEW_REGISTRY, __('A new registry, which only you can open at first')],
            ]}
          />
        )}
        {to === NEW_REGISTRY && <Field form="copyItem" name="title" isNeeded />}
        <Message message={state.forms.copyItem.message} />
        <div class="largesse-mine__buttons">
          {targets && <Submit form="copyItem" idle={__('Copy')} busy={__('Copying …')} />}
          <Close>{__('Cancel')}</Close>
        </div>
      </Form>
    </Dialog>
  );
}

import type { ComponentChildren, InputHTMLAttributes, TargetedInputEvent } from 'preact';
import { typeInto } from '../forms.ts';
import { labelOf } from '../labels.ts';
import { type FormName, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Close, Hint, Message, Submit } from './controls.tsx';

/** Input attributes that help with typing. */
interface Typing {
  dir?: 'ltr';
  inputMode?: 'decimal' | 'numeric' | 'url';
  autocapitalize?: 'none';
  spellcheck?: boolean;
}

export const PRICE: Typing = { inputMode: 'decimal' };

export const COUNT: Typing = { inputMode: 'numeric' };

/** For a user name or e-mail address, which the browser must not correct. */
export const LOGIN: Typing = { autocapitalize: 'none', spellcheck: false };

export const ADDRESS: Typing = { ...LOGIN, inputMode: 'url', dir: 'ltr' };

export function Form(props: { name: FormName; submit: () => Promise<void>; children: ComponentChildren }) {
  const { name, submit, children } = props;
  const send = (event: Event) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form class="largesse-mine__form" autocomplete="off" noValidate onSubmit={send} data-largesse-form={name}>
      {children}
    </form>
  );
}

export interface FieldProps {
  form: FormName;
  name: string;
  hint?: string;
  /** True if the name is already visible above the field. Screen readers still get it. */
  isUnnamed?: boolean;
  isNeeded?: boolean;
  /** Number of lines of a text area; missing for a single-line field. */
  rows?: number;
  typing?: Typing;
  isDate?: boolean;
  /** Values of a drop-down list, with their labels. */
  options?: readonly (readonly [value: string, label: string])[];
  /** Called after each input. */
  onInput?: (event: TypedEvent) => void;
  /** Called when the focus leaves the field. */
  onLeave?: (event: FocusEvent) => void;
  /** Id of an element in `children` that also describes the field. */
  described?: string;
  /** Content below the field. */
  children?: ComponentChildren;
}

export type TypedEvent = TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** Renders a field with its label, hint and error. */
export function Field(props: FieldProps) {
  const {
    form,
    name,
    hint,
    isUnnamed = false,
    isNeeded = false,
    rows,
    typing,
    isDate,
    options,
    onInput,
    onLeave,
    described = '',
    children,
  } = props;
  const { values, errors } = state.forms[form];
  const id = `largesse-${form}-${name}`;
  const error = errors[name] ?? '';
  const attributes = {
    id,
    name,
    dir: 'auto',
    value: values[name] ?? '',
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${described} ${id}-error`,
    'aria-invalid': error !== '',
    'aria-required': isNeeded || undefined,
    onInput: (event: TypedEvent) => {
      typeInto(form, name, event.currentTarget.value);
      onInput?.(event);
    },
    onBlur: onLeave,
  } as const;
  return (
    <div class="largesse-mine__field">
      <label for={id} class={isUnnamed ? 'largesse-unseen' : undefined}>
        {labelOf(name)}
        {isNeeded && (
          <>
            {' '}
            <span class="largesse-mine__required">{__('(required)')}</span>
          </>
        )}
      </label>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {options ? (
        <select {...attributes}>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...attributes} {...typing} rows={rows} />
      ) : isDate ? (
        <input type="date" {...attributes} dir="ltr" />
      ) : (
        <input type="text" {...attributes} {...typing} />
      )}
      {children && <div class="largesse-mine__more">{children}</div>}
      <p class="largesse-mine__error" id={`${id}-error`} hidden={error === ''}>
        {error}
      </p>
    </div>
  );
}

/** Renders radio buttons with explanations. @param textOf returns the label of a value */
export function Choices(props: {
  form: FormName;
  name: string;
  chosen: string;
  meanings: Readonly<Record<string, string>>;
  textOf: (value: string) => string;
  /** True if the name is already visible above the choices. Screen readers still get it. */
  isUnnamed?: boolean;
  /** Content above and below the choices. */
  above?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { form, name, chosen, meanings, textOf, isUnnamed, above, children } = props;
  return (
    <fieldset class="largesse-mine__choices">
      <legend class={isUnnamed ? 'largesse-unseen' : undefined}>{labelOf(name)}</legend>
      {above}
      {Object.entries(meanings).map(([value, meaning]) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          value={value}
          id={`largesse-${form}-${name}-${value}`}
          label={textOf(value)}
          meaning={meaning}
          checked={chosen === value}
          onChange={() => typeInto(form, name, value)}
        />
      ))}
      {children}
    </fieldset>
  );
}

/** Renders a checkbox or a radio button with its label and its meaning. */
export function Choice(props: InputHTMLAttributes & { id: string; label: string; meaning?: string }) {
  const { id, label, meaning, ...attributes } = props;
  return (
    <div class="largesse-mine__choice">
      <input id={id} aria-describedby={meaning && `${id}-meaning`} {...attributes} />
      <label for={id} dir="auto">
        {label}
      </label>
      {meaning && <Hint id={`${id}-meaning`}>{meaning}</Hint>}
    </div>
  );
}

/** Renders a form's error and buttons. @param isDanger true if sending the form deletes something */
export function FormEnd(props: {
  form: FormName;
  idle: string;
  busy: string;
  isDanger?: boolean;
  /** Text of a button that closes the dialog of the form. */
  close?: string;
  children?: ComponentChildren;
}) {
  const { form, idle, busy, isDanger, close, children } = props;
  return (
    <>
      <Message message={state.forms[form].message} />
      <div class={`largesse-mine__buttons${isDanger ? ' largesse-mine__buttons--danger' : ''}`}>
        <Submit form={form} idle={idle} busy={busy} />
        {close && <Close>{close}</Close>}
        {children}
      </div>
    </>
  );
}

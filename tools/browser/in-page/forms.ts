/** Texts for required fields, by type of the input. */
const TEXTS: Record<string, string> = {
  email: 'ada@people.example',
  url: 'https://shop.example/pot',
  password: 'a long password',
};

/**
 * Returns the forms of the page that people send by POST, except for WordPress's own bar: the place of each among the
 * forms of the page, and the names of its fields.
 */
export function postForms(): [number, string][] {
  return [...document.forms].flatMap((form, index) => {
    const names = [...form.querySelectorAll('[name]')].map((field) => field.getAttribute('name') ?? '');
    const isPost = form.method === 'post' && !form.closest('#wpadminbar');
    return isPost ? [[index, [...new Set(names)].sort().join()]] : [];
  });
}

/** Fills in the required fields of a form. Returns the fields that the browser still refuses, and why. */
export function fillRequired(index: number): string[] {
  const fields = [...(document.forms[index]?.elements ?? [])].filter(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement,
  );
  return fields.flatMap((field) => {
    if (field.required && field instanceof HTMLSelectElement)
      field.value ||= [...field.options].find(({ value }) => value !== '')?.value ?? '';
    else if (field.required && /checkbox|radio/.test(field.type)) field.toggleAttribute('checked', true);
    else if (field.required && field.type === 'number') field.value ||= '20';
    else if (field.required) field.value ||= TEXTS[field.type] ?? 'Ada';
    return field.validity.valid ? [] : [`${field.name}: ${field.validationMessage}`];
  });
}

/** Presses the first button of a form. Does nothing if the browser refuses a field. */
export function sendForm(index: number): void {
  document.forms[index]?.requestSubmit();
}

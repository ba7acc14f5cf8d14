import { noteSending, showOwnGifts } from './own-gifts.ts';

/** What stands in the history while the form of a gift is open: its address. */
interface State {
  largesseGive?: string;
}

/** The form of a gift, in an answer and on the page. */
const FORM = '.largesse-give';

/** What leads to the form of a gift. */
const LINKS = 'a.largesse-item__give, a.largesse-give__other';

/** Milliseconds after which a form may be sent: the site takes one that comes sooner for a program's. */
const SOONEST = 2_500;

/** Key of the session under which stands on which list something was given. */
const GIVEN = 'largesse-given';

/** Fields that a guest types only once, whatever they give. */
const PERSON = ['giver_name', 'giver_email'];

/** Opens forms of gifts as a dialog on the page that shows the links to them. Without it, the links lead to the forms. */
export function giveInDialog(): void {
  reloadAfterGiving();
  // The list works without it.
  showOwnGifts().catch(() => {});
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadAfterGiving();
  });
  const dialog = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog');
  if (dialog) new GiveDialog(dialog);
  else addEventListener('popstate', leaveForm);
}

/** Loads the list again where a guest comes back to it from what they gave: browsers show it as it was before that. */
function reloadAfterGiving(): void {
  const isList = document.querySelector('.largesse-wishes') !== null;
  if (!isList || sessionStorage.getItem(GIVEN) !== location.pathname) return;
  const [entry] = performance.getEntriesByType('navigation');
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  const isKept = document.querySelector('dialog.largesse-dialog[open]') !== null;
  if (!isBack && !isKept) return;
  sessionStorage.removeItem(GIVEN);
  location.reload();
}

/** Loads the list again where a form that was opened on it is left after it was loaded for itself. */
function leaveForm(): void {
  const isOfForm = new URL(location.href).searchParams.has('give');
  if (document.querySelector(FORM) && !isOfForm) location.reload();
}

/** Reads the form out of an answer of the site. @returns null where it holds none */
async function formIn(answer: Response): Promise<HTMLElement | null> {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector<HTMLElement>(FORM);
}

/** Finds the fields that a guest types only once. */
function personIn(form: HTMLElement | undefined): HTMLInputElement[] {
  return [...(form?.querySelectorAll('input') ?? [])].filter(
    ({ name, type }) => PERSON.includes(name) && type !== 'hidden',
  );
}

class GiveDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #body: HTMLElement;
  readonly #wait: HTMLElement;
  /** Forms that were opened, as they were left, by their addresses. */
  readonly #forms = new Map<string, HTMLElement>();
  /** When each form came. */
  readonly #came = new WeakMap<HTMLElement, number>();
  #last: HTMLElement | undefined;
  #isSending = false;
  #isGiven = false;
  /** Waits until the history has gone back to the list. */
  #leaving: Promise<void> = Promise.resolve();
  #left: () => void = () => {};

  constructor(dialog: HTMLDialogElement) {
    const [body, wait] = ['body', 'wait'].map((part) => dialog.querySelector<HTMLElement>(`.largesse-dialog__${part}`));
    if (!body || !wait) throw new Error('The dialog is not complete');
    this.#dialog = dialog;
    this.#body = body;
    this.#wait = wait;
    document.addEventListener('click', (event) => this.#follow(event));
    dialog.addEventListener('submit', (event) => this.#submit(event));
    dialog.addEventListener('click', ({ target }) => {
      const isOutside = target === dialog;
      if (isOutside || (target instanceof Element && target.closest('.largesse-dialog__close'))) dialog.close();
    });
    dialog.addEventListener('close', () => this.#goBack());
    addEventListener('popstate', () => this.#goThere());
  }

  /** Opens what a link leads to; a new tab or window is for the browser to open. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void this.#leaving.then(() => {
      this.#enter(link.href);
      return this.#open(link.href);
    });
  }

  /** Lets the way back lead to the list; from one form to another it is the same way. */
  #enter(address: string): void {
    const state: State = { largesseGive: address };
    if ((history.state as State | null)?.largesseGive) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  /** Goes back to the list, where the dialog was closed by something else than that. */
  #goBack(): void {
    if (!(history.state as State | null)?.largesseGive) return;
    this.#leaving = new Promise((left) => {
      this.#left = left;
    });
    history.back();
  }

  /** Shows what the history says, after the guest has gone back or forth in it. */
  #goThere(): void {
    this.#left();
    const address = (history.state as State | null)?.largesseGive;
    if (address) void this.#open(address);
    else if (this.#dialog.open) this.#dialog.close();
  }

  /** Shows the form at an address, as it was left. */
  async #open(address: string): Promise<void> {
    const known = this.#forms.get(address);
    this.#body.replaceChildren(...(known ? [known] : []));
    this.#wait.hidden = known !== undefined;
    if (!this.#dialog.open) this.#dialog.showModal();
    if (known) return this.#focus(known);
    const form = await fetch(address, { cache: 'no-store' })
      .then(formIn)
      .catch(() => undefined);
    // The guest may have closed it meanwhile, or opened another one.
    if ((history.state as State | null)?.largesseGive !== address) return;
    if (form) this.#show(address, form);
    else if (form === undefined) this.#fail(this.#dialog.dataset.unopened);
    else location.replace(address);
  }

  /** Shows a form that came from the site. */
  #show(address: string, form: HTMLElement): void {
    const typed = personIn(this.#last);
    for (const field of personIn(form)) field.value ||= typed.find(({ name }) => name === field.name)?.value ?? '';
    // An answer without a form reports the state of a gift, which may change.
    if (form.querySelector('form')) this.#forms.set(address, form);
    else this.#forms.delete(address);
    this.#came.set(form, performance.now());
    this.#last = form;
    this.#wait.hidden = true;
    this.#body.replaceChildren(form);
    this.#focus(form);
  }

  /** Takes the guest to where they go on: to what is wrong, or to what the form is about. */
  #focus(form: HTMLElement): void {
    const [wrong, heading] = ['[autofocus]', '[tabindex="-1"]'].map((one) => form.querySelector<HTMLElement>(one));
    (wrong ?? heading)?.focus();
    this.#dialog.scrollTop = 0;
  }

  /** Shows an error above the form. */
  #fail(text = ''): void {
    this.#wait.hidden = true;
    const notice = document.createElement('p');
    notice.className = 'largesse-give__notice';
    notice.role = 'alert';
    notice.textContent = text;
    for (const former of this.#body.querySelectorAll('.largesse-give__notice')) former.remove();
    this.#body.prepend(notice);
    this.#dialog.scrollTop = 0;
  }

  /** Sends a form to where it would go by itself. */
  #submit(event: SubmitEvent): void {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    if (!this.#isSending) void this.#send(event.target);
  }

  async #send(form: HTMLFormElement): Promise<void> {
    this.#isSending = true;
    this.#body.setAttribute('aria-busy', 'true');
    this.#wait.hidden = false;
    try {
      const shown = form.closest<HTMLElement>(FORM);
      const age = performance.now() - ((shown && this.#came.get(shown)) ?? 0);
      await new Promise((done) => setTimeout(done, Math.max(0, SOONEST - age)));
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      noteSending((body.get('token') ?? '').split('|', 1).join(''));
      const answer = await fetch(form.action, { method: 'POST', body });
      const own = new URL(answer.url);
      // Any other redirect, such as one to a login, does not state the result.
      if (answer.redirected && own.searchParams.has('gift-of')) {
        noteSending(null);
        this.#isGiven = true;
        sessionStorage.setItem(GIVEN, location.pathname);
        // The site has thanked in the answer that nobody saw.
        own.searchParams.set('told', 'given');
        location.replace(own.href);
        return;
      }
      const next = await formIn(answer);
      if (!next) throw new Error('The answer holds no form');
      // On a 503, the site itself does not know the result.
      if (answer.status < 500) noteSending(null);
      if (this.#dialog.open) this.#enter(form.action);
      this.#show(form.action, next);
    } catch {
      // The site may have stored the gift. The form keeps its id, so the same form gives the same gift.
      this.#fail(this.#dialog.dataset.unknown);
    } finally {
      this.#isSending = false;
      this.#body.removeAttribute('aria-busy');
      // Once it is given, the guest waits for the next page.
      this.#wait.hidden = !this.#isGiven;
    }
  }
}

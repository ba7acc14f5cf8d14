import { isOld, rememberChange } from '../../assets/given.ts';
import { isPlainClick } from '../../assets/plain-click.ts';
import {
  FORM_ID_FIELD,
  GIFT_PARAMETER,
  GIVE_PARAMETER,
  TOLD_GIVEN,
  TOLD_PARAMETER,
} from '../../assets/shared-names.ts';
import { rememberSubmission, showOwnGifts } from './own-gifts.ts';

/** History state while a give form is open. It contains the address of the form. */
interface State {
  largesseGive?: string;
}

/** Selector of the give form, in a fetched page and in this page. */
const FORM = '.largesse-give';

/** Selector of links to give forms. */
const LINKS = 'a.largesse-item__give, a.largesse-give__other';

/** Fields that a guest fills in only once for all gifts. */
const PERSON = ['giver_name', 'giver_email'];

/**
 * Opens each give form in a dialog on the page that contains its link. Without this script, each link opens its form as
 * a page.
 */
export function giveInDialog(): void {
  const [entry] = performance.getEntriesByType('navigation');
  if (entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward') reloadAfterGiving();
  // Ignore errors: the page works without the notes about the visitor's own gifts.
  showOwnGifts().catch(() => {});
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadAfterGiving();
  });
  const dialog = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog');
  if (dialog) new GiveDialog(dialog);
  else addEventListener('popstate', leaveForm);
}

/**
 * Reloads a page with wishes when a guest returns to it after giving, whether it is the list's own page or another one.
 * Otherwise, the browser would show the wishes as they were before the gift.
 */
function reloadAfterGiving(): void {
  if (document.querySelector('.largesse-item') && isOld(location.pathname + location.search)) location.reload();
}

/**
 * Loads the list when the guest goes back to it from a reloaded form. If the guest reloads while a dialog is open, the
 * site sends the form as a page. The back button then changes only the address, not the page.
 */
function leaveForm(): void {
  const isOfForm = new URL(location.href).searchParams.has(GIVE_PARAMETER);
  if (document.querySelector(FORM) && !isOfForm) location.reload();
}

/** Returns the give form in a response of the site. @returns null if the response contains none */
async function formIn(answer: Response): Promise<HTMLElement | null> {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector<HTMLElement>(FORM);
}

/** Finds the fields that a guest fills in only once. */
function personIn(form: HTMLElement | undefined): HTMLInputElement[] {
  return [...(form?.querySelectorAll('input') ?? [])].filter(
    ({ name, type }) => PERSON.includes(name) && type !== 'hidden',
  );
}

/** Checks whether another site shows this page in a frame. */
function isFramedByOtherSite(): boolean {
  try {
    return top !== null && top.location.origin !== location.origin;
  } catch {
    return true;
  }
}

class GiveDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #body: HTMLElement;
  readonly #wait: HTMLElement;
  /** Opened forms with their input, by address. */
  readonly #forms = new Map<string, HTMLElement>();
  #last: HTMLElement | undefined;
  #isSending = false;
  #isGiven = false;
  /** Resolves when the history is back at the list. */
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

  /** Opens the form of a link. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    if (!link || !isPlainClick(event)) return;
    if (isFramedByOtherSite()) {
      // The site does not show the form in a frame of another site, because that site could lay the frame over its own
      // page.
      link.target = '_blank';
      return;
    }
    event.preventDefault();
    void this.#leaving.then(() => {
      this.#enter(link.href);
      return this.#open(link.href);
    });
  }

  /**
   * Adds a history entry, so that the back button returns to the list. Replaces the entry if a form is already open.
   */
  #enter(address: string): void {
    const state: State = { largesseGive: address };
    if ((history.state as State | null)?.largesseGive) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  /** Returns to the list if anything except the back button closed the dialog. */
  #goBack(): void {
    if (!(history.state as State | null)?.largesseGive) return;
    this.#leaving = new Promise((left) => {
      this.#left = left;
    });
    history.back();
  }

  /** Shows the form of the current history entry, after the guest went back or forward. */
  #goThere(): void {
    this.#left();
    const address = (history.state as State | null)?.largesseGive;
    if (address) void this.#open(address);
    else if (this.#dialog.open) this.#dialog.close();
  }

  /** Shows the form at an address. If the form was open before, it still contains the guest's input. */
  async #open(address: string): Promise<void> {
    const known = this.#forms.get(address);
    this.#body.replaceChildren(...(known ? [known] : []));
    this.#wait.hidden = known !== undefined;
    if (!this.#dialog.open) this.#dialog.showModal();
    if (known) return this.#focus(known);
    const form = await fetch(address, { cache: 'no-store' })
      .then(formIn)
      .catch(() => undefined);
    // In the meantime, the guest may have closed the dialog or opened another form.
    if ((history.state as State | null)?.largesseGive !== address) return;
    if (form) this.#show(address, form);
    else if (form === undefined) this.#fail(this.#dialog.dataset.unopened);
    else location.replace(address);
  }

  #show(address: string, form: HTMLElement): void {
    const typed = personIn(this.#last);
    for (const field of personIn(form)) field.value ||= typed.find(({ name }) => name === field.name)?.value ?? '';
    // A response without a form reports the state of a gift. It is not cached, because the state may change.
    if (form.querySelector('form')) this.#forms.set(address, form);
    else this.#forms.delete(address);
    this.#last = form;
    this.#wait.hidden = true;
    this.#body.replaceChildren(form);
    this.#focus(form);
  }

  /** Focuses and shows the first error, or the heading of the form. */
  #focus(form: HTMLElement): void {
    const [wrong, heading] = ['[autofocus]', '[tabindex="-1"]'].map((one) => form.querySelector<HTMLElement>(one));
    (wrong ?? heading)?.focus();
    this.#dialog.scrollTop = 0;
    wrong?.scrollIntoView({ block: 'center' });
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

  /**
   * Sends the form of a gift with `fetch`, so that the dialog can show the response. The browser sends any other form,
   * such as the form for a part of a wish.
   */
  #submit(event: SubmitEvent): void {
    if (!(event.target instanceof HTMLFormElement)) return;
    if (!new URL(event.target.action).searchParams.has(GIVE_PARAMETER)) return;
    event.preventDefault();
    if (!this.#isSending) void this.#send(event.target);
  }

  async #send(form: HTMLFormElement): Promise<void> {
    this.#isSending = true;
    this.#body.setAttribute('aria-busy', 'true');
    this.#wait.hidden = false;
    try {
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      rememberSubmission(body.get(FORM_ID_FIELD));
      // With the page's policy "no-referrer", browsers would send the form without its origin.
      const answer = await fetch(form.action, { method: 'POST', body, referrerPolicy: 'same-origin' });
      const own = new URL(answer.url);
      // Any other redirect, such as one to a login, does not state the result.
      if (answer.redirected && own.searchParams.has(GIFT_PARAMETER)) {
        rememberSubmission(null);
        this.#isGiven = true;
        rememberChange();
        // `fetch` has already received a page with the thanks, but the guest does not see it. So `told` requests the
        // thanks again.
        if (!own.searchParams.has(TOLD_PARAMETER))
          own.search = `?${TOLD_PARAMETER}=${TOLD_GIVEN}&${own.search.slice(1)}`;
        location.replace(own.href);
        return;
      }
      const next = await formIn(answer);
      if (!next) throw new Error('The answer holds no form');
      // After a server error, the site may not know whether the gift was stored.
      if (answer.status < 500) rememberSubmission(null);
      if (this.#dialog.open) this.#enter(form.action);
      this.#show(form.action, next);
    } catch {
      // The site may have stored the gift. The form contains the id of the gift, so sending it again creates no second
      // gift.
      this.#fail(this.#dialog.dataset.unknown);
    } finally {
      this.#isSending = false;
      this.#body.removeAttribute('aria-busy');
      // After giving, the browser is already loading the giver's page. The waiting notice stays visible in the
      // meantime.
      this.#wait.hidden = !this.#isGiven;
    }
  }
}

/** True after the page itself has started to navigate. */
let isLeaving = false;

/** Opens another page without asking about unsaved input. */
export function leaveFor(url: string): void {
  isLeaving = true;
  location.assign(url);
}

/** Makes the browser ask before the user leaves a page with unsaved input. */
export function guardLeaving(isAllSaved: () => boolean): void {
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && !isAllSaved()) event.preventDefault();
  });
}

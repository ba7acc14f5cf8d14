/** True once the page itself leads elsewhere. */
let isLeaving = false;

/** Goes to another page without asking about unsaved input. */
export function leaveFor(url: string): void {
  isLeaving = true;
  location.assign(url);
}

/** Makes the browser ask before the page is left while something on it is not saved. */
export function guardLeaving(isAllSaved: () => boolean): void {
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && !isAllSaved()) event.preventDefault();
  });
}

const MOST_FRAMES = 10;

/** Leads to the first field that was refused, once its message is drawn: in a long form it may be far away. */
export function focusFirstFault(form: HTMLElement | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    if (fault) fault.focus();
    else if (frames > 1) focusFirstFault(form, frames - 1);
  });
}

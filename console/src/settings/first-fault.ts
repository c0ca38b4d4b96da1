/** Leads to the first field that was refused, once its message is drawn: in a long form it may be far away. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus());
}

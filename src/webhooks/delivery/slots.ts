/** Connections besides the first one of each webhook, which is its own and waits for nobody. */
const limits = { ofWebhook: 7, ofOrganization: 31, all: 127 } as const;

/** What webhooks may send at once in this process. Nobody waits for a slot: who gets none goes on with what it has. */
export class ExtraSlots {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** `own`: how many the webhook has already. */
  take(organizationId: string, own: number): boolean {
    const taken = this.#taken.get(organizationId) ?? 0;
    if (own >= limits.ofWebhook || taken >= limits.ofOrganization || this.#all >= limits.all) return false;
    this.#taken.set(organizationId, taken + 1);
    this.#all++;
    return true;
  }

  giveBack(organizationId: string): void {
    const left = (this.#taken.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(organizationId);
    else this.#taken.set(organizationId, left);
    this.#all--;
  }
}

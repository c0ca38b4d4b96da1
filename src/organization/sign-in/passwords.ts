import { FairSlots } from '../../slots/fair-slots.ts';

/** A hash takes a core for some 30 ms and 19 MiB. Guessing must not take them from others, so few are computed at once. */
const limits = { slots: 2, slotsEach: 1, waiting: 60, waitingEach: 20, acquireMs: 10_000 };

/** OWASP's recommendation of 2025 for argon2id: 19 MiB, two passes, one lane. */
const costs = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password that nobody knows, with the costs above: to refuse an unknown person takes as long as a wrong password. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$v+0rImD1SGKNfg7ucazsJw$+7KSQKA/T6Mk/jbciSDdadoRWpTd0kXRJ3t30cYdOtI';

/** Who asks: slots are shared out fairly between organizations, and within them between addresses. */
export interface Asking {
  readonly organizationId: string | null;
  readonly address: string;
}

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  readonly #slots = new FairSlots('sign-ins', limits);

  hash(asking: Asking, password: string): Promise<string> {
    return this.#inSlot(asking, async (argon2) => argon2.hash(password, costs));
  }

  /** Whether it is the password of this hash; null: of nobody. Takes equally long in each case. */
  isRight(asking: Asking, password: string, hash: string | null): Promise<boolean> {
    return this.#inSlot(asking, async (argon2) => (await argon2.verify(hash ?? NOBODYS, password)) && hash !== null);
  }

  async #inSlot<T>({ organizationId, address }: Asking, work: (argon2: Argon2) => Promise<T>): Promise<T> {
    const release = await this.#slots.take({ organizationId: organizationId ?? '', tokenId: address });
    try {
      return await work(await import('@node-rs/argon2')); // native code, loaded at the first sign-in
    } finally {
      release();
    }
  }
}

type Argon2 = typeof import('@node-rs/argon2');

import type { Ability, Role } from './abilities.ts';

/** Who is calling: a token or a session, the membership it belongs to, and what both may do. */
export interface Actor {
  readonly organizationId: string;
  readonly tokenId: string;
  readonly tokenPublicId: string;
  readonly tokenName: string;
  /** Null: the token does not expire, or it is a session: whose person can sign in again may give what outlives it. */
  readonly tokenExpiresAt: Date | null;
  /** Whether a person has signed in, rather than a program. */
  readonly isSession?: boolean;
  readonly membershipId: string;
  readonly role: Role;
  readonly teamId: string | null;
  readonly abilities: ReadonlySet<Ability>;
}

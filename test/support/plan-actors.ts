import type { Actor } from '../../src/access/actor.ts';

/** Of the only organization of a test that measures plans; no statement looks at its token. */
export const someone = {
  organizationId: '1',
  tokenId: '0',
  tokenPublicId: '',
  tokenName: '',
  tokenExpiresAt: null,
  abilities: new Set<never>(),
};

export const admin: Actor = { ...someone, membershipId: '0', role: 'admin', teamId: null };

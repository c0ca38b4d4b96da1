import { answerOf } from '@leadline/client';
import { leadline } from './client.ts';

/** The link by which somebody sets a password and is in. It is shown this once; a new one ends the older ones. */
export async function inviteMember(public_id: string): Promise<string> {
  const params = { path: { public_id } };
  const { data } = await answerOf(leadline.api.POST('/api/v1/memberships/{public_id}/invitation', { params }));
  return data.data.link;
}

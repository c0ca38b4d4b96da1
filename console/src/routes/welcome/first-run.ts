import { anyLeadQuery } from '../../api/leads.ts';
import type { Me } from '../../api/me.ts';
import { queryClient } from '../../api/query-client.ts';

const KEY = (organization: string) => `leadline.set-up.${organization}`;

/** Steps that only the person can call done are remembered on this device. */
export const isSetAside = ({ organization }: Me): boolean => localStorage.getItem(KEY(organization.public_id)) !== null;
export const setAside = ({ organization }: Me): void => localStorage.setItem(KEY(organization.public_id), 'yes');

/** Whether this person is to be led through the first steps: an admin of an organization without leads. */
export async function isFirstRun(me: Me): Promise<boolean> {
  if (me.role !== 'admin' || isSetAside(me) || !me.abilities.includes('settings:write')) return false;
  if (!me.abilities.includes('leads:read')) return false;
  return !(await queryClient.fetchQuery(anyLeadQuery));
}

import {
  Blocks,
  Building2,
  FileText,
  Flame,
  KeyRound,
  ListTree,
  type LucideIcon,
  Megaphone,
  ScrollText,
  Shuffle,
  TextCursorInput,
  Users,
  Webhook,
} from 'lucide-react';
import { type Ability, useMay, useMe } from '../api/me.ts';
import type { settings } from '../texts/en/settings.ts';

export type SectionName = keyof (typeof settings)['sections'];
type GroupName = keyof (typeof settings)['groups'];

interface Section {
  name: SectionName;
  group: GroupName;
  Icon: LucideIcon;
  ability?: Ability;
  adminsOnly?: boolean;
}

/** In the order in which an organization is set up. */
const sections: readonly Section[] = [
  { name: 'organization', group: 'who', Icon: Building2 },
  { name: 'people', group: 'who', Icon: Users },
  { name: 'teams', group: 'who', Icon: Blocks },
  { name: 'pipeline', group: 'leads', Icon: ListTree },
  { name: 'sources', group: 'leads', Icon: Megaphone },
  { name: 'fields', group: 'leads', Icon: TextCursorInput },
  { name: 'scoring', group: 'leads', Icon: Flame },
  { name: 'distribution', group: 'incoming', Icon: Shuffle },
  { name: 'forms', group: 'incoming', Icon: FileText },
  { name: 'webhooks', group: 'systems', Icon: Webhook, adminsOnly: true },
  { name: 'tokens', group: 'systems', Icon: KeyRound, ability: 'tokens:write' },
  { name: 'audit', group: 'systems', Icon: ScrollText, ability: 'audit:read' },
];

export const groups: readonly GroupName[] = ['who', 'leads', 'incoming', 'systems'];

/** Sections that the person may open. */
export function useSections(): readonly Section[] {
  const may = useMay();
  const { role } = useMe();
  return sections.filter(
    ({ ability = 'settings:read', adminsOnly = false }) => may(ability) && (!adminsOnly || role === 'admin'),
  );
}

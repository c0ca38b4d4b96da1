const KEY = 'leadline.recent';
const MOST = 8;

export interface Recent {
  id: string;
  name: string;
}

/** Of this tab, until it is closed: names of people do not stay on the device. */
export function recentLeads(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

export function noteRecent(lead: Recent): void {
  const others = recentLeads().filter(({ id }) => id !== lead.id);
  sessionStorage.setItem(KEY, JSON.stringify([lead, ...others].slice(0, MOST)));
}

/** Recorded by people. */
export const postedKinds = ['call', 'email', 'meeting', 'whatsapp', 'sms', 'visit', 'other'] as const;
/** Recorded by the service. */
const ownKinds = ['created', 'reenquiry', 'moved', 'assigned', 'updated'] as const;
export const activityKinds = [...postedKinds, ...ownKinds] as const;
export type ActivityKind = (typeof activityKinds)[number];

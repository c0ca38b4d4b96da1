import type { components } from './generated/api.ts';

type Schemas = components['schemas'];

export type Lead = Schemas['Lead'];
/** A lead of a list. */
export type ListedLead = Schemas['ListedLead'];
export type LeadWithTimeline = Schemas['LeadWithTimeline'];
/** An existing lead that the caller may not see. */
export type HiddenLead = Schemas['HiddenLead'];
/** A changed lead, as a token without `leads:read` sees it. */
export type PartialLead = Schemas['PartialLead'];
export type LeadCreate = Schemas['LeadCreate'];
export type LeadPatch = Schemas['LeadPatch'];
export type Move = Schemas['Move'];
export type Transition = Schemas['Transition'];
export type PartialTransition = Schemas['PartialTransition'];
export type Activity = Schemas['Activity'];
export type ActivityCreate = Schemas['ActivityCreate'];
export type Note = Schemas['Note'];
export type AuditEntry = Schemas['AuditEntry'];
export type Assignment = Schemas['Assignment'];
export type BatchOutcome = Schemas['BatchOutcome'];
export type LeadCount = Schemas['LeadCount'];
export type Import = Schemas['Import'];
export type LeadScore = Schemas['LeadScore'];

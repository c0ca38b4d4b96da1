import { abilities, meaningOf } from './access/abilities.ts';
import { describeApi } from './http/openapi.ts';
import { scopeRules } from './operation.ts';
import { operationsOf } from './operations.ts';
import type { Parts } from './parts.ts';
import { version } from './version.ts';

/** To be described, not called: their handlers lack what they work with. */
export const describedOperations = operationsOf({} as Parts);

/** The OpenAPI document of the whole API. */
export const describeLeadline = (publicUrl: string) =>
  describeApi(describedOperations, { introduction, publicUrl, version, scopes: scopeRules });

const introduction = `Leadline captures sales leads once, routes them fairly, moves them under rules, and records every change.

**Authentication.** Send a token with every call: \`Authorization: Bearer ldl_…\`. A token belongs to a membership, whose role decides what it sees: an agent its own leads, a manager the team's, an admin the organization's. The token's abilities decide what it may do:

${abilities.map((ability) => `- \`${ability}\`: ${meaningOf(ability)}`).join('\n')}
- \`*\`: everything the role may do

**Answers.** One record is \`{ "data": {…} }\`; a list is \`{ "data": […], "links": { "next" }, "meta": { "has_more" } }\`. Follow \`links.next\` until it is null; that of the event feed never is. Times are RFC 3339 in UTC. Ids are public ids with a prefix that names the kind of record.

**Errors.** Every error is a problem document (RFC 9457). Branch on \`code\`, never on \`title\` or \`detail\`. Fields and parameters that are not known are refused, never ignored; all faulty fields are reported at once in \`errors\`, 100 faults at most. A slash at the end of an address makes no difference.

**Limits.** A body may have 1 MiB (a submission of a form 64 KiB, a file to import 200 MiB), a page 200 records, the custom fields of a lead 65,536 bytes and 500 chosen options. An organization has at most 100 statuses, 200 custom fields, 1,000 sources, 1,000 teams, 10,000 memberships, 1,000 forms, 200 distribution rules and 50 webhooks, a membership 100 live tokens; past that 409 names the limit. \`RateLimit-Policy\` and \`RateLimit\` show the quota; 429 and 503 carry \`Retry-After\` in seconds.`;

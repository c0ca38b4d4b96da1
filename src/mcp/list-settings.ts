import { OneOf } from '../http/schema.ts';
import { invalid } from '../problems.ts';
import type { Arguments } from './arguments.ts';
import { compactCustomField, compactMember, compactPage, compactSource, compactStatus } from './compact.ts';
import { annotationsOf, ask, type Performed, type Tool } from './tool.ts';

/** What the tool lists, each by an operation of its own. */
export const listed = {
  statuses: { operationId: 'listStatuses', compact: compactPage(compactStatus) },
  sources: { operationId: 'listSources', compact: compactPage(compactSource) },
  members: { operationId: 'listMemberships', compact: compactPage(compactMember) },
  custom_fields: { operationId: 'listCustomFields', compact: compactPage(compactCustomField) },
} as const;

export type Kind = keyof typeof listed;
export const kinds = Object.keys(listed) as Kind[];

export const SETTINGS_TOOL = 'list_settings';
const title = 'List statuses, sources, members and custom fields';

/** One call for what a model has to know before it names anything. Each further kind counts as a call of its own. */
export function settingsTool(
  performedOf: (operationId: string) => Performed,
  argumentsOf: (performed: Performed) => Arguments,
): Tool {
  const parts = kinds.map((kind) => {
    const performed = performedOf(listed[kind].operationId);
    return { kind, performed, args: argumentsOf(performed), compact: listed[kind].compact };
  });
  const [first] = parts;
  const kind = OneOf(kinds, { description: 'Only these; all four unless set. Needed beside `cursor`' });
  return {
    name: SETTINGS_TOOL,
    title,
    description:
      'Lists what leads refer to, with the public ids that the other tools take: the statuses of the pipeline in order (`allowed_next`: where a lead may go from there, anywhere if it is missing; `note_required` and `required_fields`: what a move into it needs), the sources, the members of the team who can own leads, and the custom fields with their keys, types and options. Call it once before you create, change, move or filter leads. `next` of a kind is the cursor of its next page; null: that was all. What is archived or not active cannot be used for changes.',
    inputSchema: {
      type: 'object',
      properties: { kind, ...first?.args.schema.properties },
      additionalProperties: false,
    },
    annotations: annotationsOf(title, true),
    abilities: [...new Set(parts.flatMap(({ performed }) => performed.operation.ability ?? []))],
    async run(call, { kind, ...given }) {
      if (kind !== undefined && !kinds.includes(kind as Kind)) {
        throw invalid({ kind: [`must be one of ${kinds.join(', ')}`] });
      }
      if (kind === undefined && given.cursor !== undefined) throw invalid({ kind: ['is required beside cursor'] });
      const wanted = parts.filter((part) => kind === undefined || part.kind === kind);
      const answer: Partial<Record<Kind, object>> = {};
      for (const [n, { kind, performed, args, compact }] of wanted.entries()) {
        if (n > 0) await call.countAnother();
        answer[kind] = compact(await ask(performed, call, args.read(given)));
      }
      return answer;
    },
  };
}

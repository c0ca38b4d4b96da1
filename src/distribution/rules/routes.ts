import { collection } from '../../collection.ts';
import { operation } from '../../operation.ts';
import { findRule, listRules } from './queries.ts';
import {
  changeRule,
  checkPoolShape,
  checkReferences,
  checkRule,
  createRule,
  deleteRule,
  presentRule,
} from './rules.ts';
import { DistributionRule, DistributionRuleCreate, DistributionRulePatch } from './schemas.ts';

export const distributionRuleOperations = [
  ...collection({
    path: 'distribution-rules',
    tag: 'Distribution rules',
    noun: 'distribution rule',
    names: { one: 'DistributionRule', many: 'DistributionRules' },
    kind: 'distributionRule',
    order: 'in the order in which they are tried',
    schemas: { record: DistributionRule, create: DistributionRuleCreate, patch: DistributionRulePatch },
    notes: {
      create:
        'A new lead is given by the first rule whose conditions it meets and that has somebody who can take it: active, accepting leads, within working hours and below the caps. If no rule gives it away, any agent who can take it gets it, by turns; if there is nobody, it waits with the team of the first rule that matched, and is handed out as soon as somebody can take it.',
    },
    // What a change refers to is judged once the rule is found.
    checks: { create: checkRule, change: (input) => checkPoolShape(input), references: checkReferences },
    list: listRules,
    positionOf: (row) => [row.position, row.name, row.id],
    find: findRule,
    present: presentRule,
    create: createRule,
    change: changeRule,
  }),
  operation({
    id: 'deleteDistributionRule',
    method: 'DELETE',
    path: '/distribution-rules/{public_id}',
    ids: { public_id: 'distributionRule' },
    tag: 'Distribution rules',
    summary: 'Delete a distribution rule',
    description: 'Leads that it gave away keep their owners, and still name it.',
    ability: 'settings:write',
    scope: 'organization',
    answers: { 204: { description: 'Deleted' } },
    changesSettings: true,
    handle: async ({ sql, author, ids }) => {
      await deleteRule(sql, author, ids.public_id);
      return { status: 204 };
    },
  }),
];

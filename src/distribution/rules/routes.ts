import { collection } from '../../collection.ts';
import { changeRule, checkPoolShape, checkReferences, createRule, deleteRule, presentRule } from './rules.ts';
import { DistributionRule, DistributionRuleCreate, DistributionRulePatch } from './schemas.ts';

export const distributionRuleOperations = collection({
  path: 'distribution-rules',
  tag: 'Distribution rules',
  noun: 'distribution rule',
  names: { one: 'DistributionRule', many: 'DistributionRules' },
  kind: 'distributionRule',
  order: 'in the order in which they are tried',
  schemas: { record: DistributionRule, create: DistributionRuleCreate, patch: DistributionRulePatch },
  notes: {
    create:
      'A new lead is assigned by the first rule whose conditions it meets and that has somebody who can take it: active, accepting leads, within working hours and below the caps. If no rule assigns it, any agent who can take it gets it, by turns; if there is nobody, it waits with the team of the first rule that matched, and is assigned as soon as somebody can take it.',
    remove: 'Leads that it assigned keep their owners, and still name it.',
  },
  checks: {
    create: (input) => checkPoolShape(input),
    change: (input) => checkPoolShape(input),
    references: checkReferences,
  },
  records: ({ rules }) => [...rules.byId.values()],
  positionOf: (row) => [row.position, row.name, row.id],
  present: presentRule,
  create: createRule,
  change: changeRule,
  remove: deleteRule,
});

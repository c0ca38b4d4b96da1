import { collection } from '../../collection.ts';
import { newestPosition } from '../../http/pagination.ts';
import { findTeam, listTeams } from './queries.ts';
import { Team, TeamCreate, TeamPatch } from './schemas.ts';
import { changeTeam, createTeam, presentTeam } from './teams.ts';

export const teamOperations = collection({
  path: 'teams',
  tag: 'Teams',
  noun: 'team',
  names: { one: 'Team', many: 'Teams' },
  kind: 'team',
  order: 'newest first',
  schemas: { record: Team, create: TeamCreate, patch: TeamPatch },
  list: listTeams,
  positionOf: newestPosition,
  find: findTeam,
  present: presentTeam,
  create: createTeam,
  change: changeTeam,
});

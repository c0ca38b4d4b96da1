import { revalidated } from '../../http/etag.ts';
import { pageParameters, pageReply, readPage } from '../../http/pagination.ts';
import { List, One, Shape } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { faultsOf, readAll } from '../../problems.ts';
import { namePosition, nameSearch, readNameSearch } from '../../settings/member-names.ts';
import { leadOptions } from './options.ts';
import { possibleOwners, presentOwner } from './owners.ts';
import { LeadOptions, PossibleOwner } from './schemas.ts';

const common = { tag: 'Leads', method: 'GET', ability: 'leads:read' } as const;

export const leadOptionOperations = [
  operation({
    ...common,
    id: 'getLeadOptions',
    path: '/leads/options',
    summary: 'Read what the fields of a lead can be',
    description:
      'The pipeline with its stage rules, the sources, the custom fields and the score bands, for forms and filters. What is archived is left out, also among `allowed_next`. Whoever may change these reads them under Statuses, Sources and Custom fields.',
    scope: 'organization',
    headers: { 'If-None-Match': 'ETag that the caller has; 304 where nothing has changed since' },
    answers: {
      200: {
        description: 'The options',
        schema: One(LeadOptions),
        headers: { ETag: { description: 'Changes with what is shown; for If-None-Match' } },
      },
      304: { description: 'Not changed' },
    },
    handle: async ({ settings, headers: given }) => {
      const { body, etag } = leadOptions(settings);
      return revalidated(given, etag, body);
    },
  }),
  operation({
    ...common,
    id: 'listLeadOwners',
    path: '/leads/owners',
    summary: 'List whom leads can be given to, by name',
    description:
      'For an admin, all active members; for a manager, the active members of the own team; for an agent, itself. To change the `owner` of a lead needs the ability `leads:assign`, too.',
    scope: 'owners',
    query: Shape({
      'filter[search]': nameSearch('Words that each begin a word of the name'),
      ...pageParameters,
    }),
    answers: { 200: { description: 'A page of members', schema: List(PossibleOwner) } },
    checkQuery: (query) => faultsOf(() => readNameSearch(query['filter[search]'])),
    handle: async (call) => {
      const [page, search] = readAll(
        () => readPage(call),
        () => readNameSearch(call.query['filter[search]']),
      );
      const { settings, actor } = call;
      const rows = await possibleOwners(settings, actor, search, page);
      return pageReply(call, page, rows, namePosition, ({ member }) => presentOwner(settings, member));
    },
  }),
];

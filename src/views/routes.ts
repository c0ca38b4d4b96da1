import { createdReply, locationHeader } from '../http/operation.ts';
import { newestPosition, PageQuery, pageReply, readPage } from '../http/pagination.ts';
import { List, One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { found } from '../problems.ts';
import { findView, listViews } from './queries.ts';
import { View, ViewCreate, ViewPatch } from './schemas.ts';
import { changeView, checkView, contactsIn, createView, deleteView, presentView } from './views.ts';

const common = { tag: 'Views', scope: 'views', ability: 'leads:read' } as const;
const ids = { public_id: 'view' } as const;
const NOT_YOURS =
  'Its owner and admins can change a shared view; for everybody else who sees it the answer is 409 `conflict`.';

export const viewOperations = [
  operation({
    ...common,
    id: 'listViews',
    method: 'GET',
    path: '/views',
    summary: 'List views, newest first',
    description: 'Your own, and those that others share.',
    query: PageQuery,
    answers: { 200: { description: 'A page of views', schema: List(View) } },
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listViews(call.sql, call.actor, page.after, page.limit);
      return pageReply(call, page, rows, newestPosition, presentView);
    },
  }),
  operation({
    ...common,
    id: 'createView',
    method: 'POST',
    path: '/views',
    summary: 'Save a view',
    description:
      'Filters, sort and columns of the list of leads under a name. What a view lists depends on who reads it: it opens no leads to anybody.',
    body: ViewCreate,
    check: checkView,
    answers: { 201: { description: 'The new view', schema: One(View), headers: locationHeader } },
    errors: ['conflict'],
    handle: async (call) => ({
      ...createdReply('views', await createView(call, call.body)),
      shows: contactsIn(call.settings, call.body),
    }),
  }),
  operation({
    ...common,
    id: 'getView',
    method: 'GET',
    path: '/views/{public_id}',
    ids,
    summary: 'Read a view',
    answers: { 200: { description: 'The view', schema: One(View) } },
    handle: async ({ sql, actor, ids }) => ({
      body: { data: presentView(found(await findView(sql, actor, ids.public_id))) },
    }),
  }),
  operation({
    ...common,
    id: 'changeView',
    method: 'PATCH',
    path: '/views/{public_id}',
    ids,
    summary: 'Change a view',
    description: `Fields that are not sent stay as they are; \`filters\` and \`columns\` are replaced as a whole. ${NOT_YOURS}`,
    body: ViewPatch,
    check: checkView,
    answers: { 200: { description: 'The view', schema: One(View) } },
    errors: ['conflict'],
    handle: async (call) => ({ body: { data: await changeView(call, call.ids.public_id, call.body) } }),
  }),
  operation({
    ...common,
    id: 'deleteView',
    method: 'DELETE',
    path: '/views/{public_id}',
    ids,
    summary: 'Delete a view',
    description: NOT_YOURS,
    answers: { 204: { description: 'Deleted' } },
    errors: ['conflict'],
    handle: async (call) => {
      await deleteView(call, call.ids.public_id);
      return { status: 204 };
    },
  }),
];

import { type DateRange, parseDateRange } from '../../date-range.ts';
import { isEmail, MOST_EMAIL } from '../../http/email.ts';
import { pageParameters } from '../../http/pagination.ts';
import { MOST_PHONE, normalizePhone } from '../../http/phone.ts';
import { OneOf, Shape, Text } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { type FieldErrors, requireNoFaults } from '../../problems.ts';
import { rangeOfBand, type ScoreBand, scoreBands } from '../../scoring/bands.ts';
import type { Index } from '../../settings/records.ts';
import type { CustomFieldSetting, Settings } from '../../settings/snapshot.ts';
import { type SearchWord, searchWords } from '../finding/words.ts';
import { emailKey } from '../row.ts';
import { CUSTOM_PREFIX, CUSTOM_START, readCustomFilter } from './custom-filter.ts';
import { parseValueRange, type ValueRange } from './value-range.ts';

export const DEFAULT_SORT = '-created_at';
export const sorts = [DEFAULT_SORT, 'score', '-score', '-last_activity_at'] as const;
export type Sort = (typeof sorts)[number];

/** What can be added to the leads of a list. */
const includes = ['stage'] as const;

export const ids = (description: string) => Type.Optional(Type.String({ maxLength: 8_000, description }));

const range = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description, examples: ['last_30_days'] }));

const kinds = ['open', 'won', 'lost'] as const;
/** In place of an owner: leads that nobody owns. */
const NOBODY = 'none';

/** `filter[owner]`, of lists and reports. */
export const ownerFilter = {
  'filter[owner]': ids('Membership public id, or several separated by commas; `none` for leads that nobody owns'),
};

export interface OwnerFilter {
  ownerIds: string[] | null;
  /** Beside `ownerIds`, or alone: leads without an owner. */
  ownerless: boolean;
}

/** What a list of leads can be narrowed down to. */
export const leadFilters = {
  'filter[search]': Type.Optional(
    Text({
      max: 100,
      description:
        'Words that all must be found: each begins a word of the name, the email or its domain, or, with three digits and more, is part of the phone number. Case and accents do not matter',
      examples: ['asha 98765'],
    }),
  ),
  'filter[phone]': Type.Optional(
    Type.String({
      maxLength: MOST_PHONE,
      description: 'The phone number, however it is written',
      examples: ['98765 43210'],
    }),
  ),
  'filter[email]': Type.Optional(
    Text({ max: MOST_EMAIL, description: 'The email address, in any case', examples: ['asha@example.in'] }),
  ),
  'filter[status]': ids('Status public id, or several separated by commas'),
  'filter[kind]': Type.Optional(OneOf(kinds, { description: 'Leads in statuses of this kind' })),
  ...ownerFilter,
  'filter[team]': ids('Team public id, or several separated by commas'),
  'filter[source]': ids('Source public id, or several separated by commas'),
  'filter[created_at]': range(
    '`A..B`, `A..`, `..B` (both ends included; dates are days in the organization’s time zone), a date, or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, `this_quarter`, `this_year`, `last_N_days` (N up to 366)',
  ),
  'filter[updated_at]': range('When the lead was last changed; written as `filter[created_at]`'),
  'filter[last_activity_at]': range('When it had its last activity; written as `filter[created_at]`'),
  'filter[estimated_value]': Type.Optional(
    Type.String({
      maxLength: 40,
      description: '`A..B`, `A..`, `..B`, both ends included, or one value',
      examples: ['100000..'],
    }),
  ),
  'filter[score_band]': Type.Optional(OneOf(scoreBands)),
};

/** `filter[custom_fields.<key>]`, for the organization's own fields. */
export const customFilters = { patternProperties: { [CUSTOM_PREFIX]: Type.String({ maxLength: 8_000 }) } };

export const LeadQuery = Shape(
  {
    ...leadFilters,
    sort: Type.Optional(
      OneOf(sorts, {
        default: DEFAULT_SORT,
        description: 'Newest first, coldest first, hottest first, or latest activity first',
      }),
    ),
    include: Type.Optional(
      OneOf(includes, { description: 'Adds to each lead `stage`: since when it is in its status' }),
    ),
    ...pageParameters,
  },
  customFilters,
);

export interface LeadFilter extends OwnerFilter {
  sort: Sort;
  statusIds: string[] | null;
  teamIds: string[] | null;
  sourceIds: string[] | null;
  from: Date | null;
  before: Date | null;
  updated: DateRange | null;
  active: DateRange | null;
  value: ValueRange | null;
  leastScore: number | null;
  mostScore: number | null;
  phone: string | null;
  emailKey: string | null;
  search: SearchWord[];
  custom: { field: CustomFieldSetting; values: unknown[] }[];
}

export const everyLead: LeadFilter = {
  sort: DEFAULT_SORT,
  statusIds: null,
  ownerIds: null,
  ownerless: false,
  teamIds: null,
  sourceIds: null,
  from: null,
  before: null,
  updated: null,
  active: null,
  value: null,
  leastScore: null,
  mostScore: null,
  phone: null,
  emailKey: null,
  search: [],
  custom: [],
};

type Parameters = { readonly [name: string]: string | number | undefined };

/** The filter that a query asks for; null where it can match nothing. Every fault is reported at once. */
export function readFilter(settings: Settings, query: Parameters, now = new Date()): LeadFilter | null {
  const errors: FieldErrors = {};
  /** Reads a parameter; a text in place of the result says what is wrong. */
  const read = <T extends object>(name: string, parse: (text: string) => T | string): T | null => {
    const text = query[name];
    if (text === undefined) return null;
    const result = parse(String(text));
    if (typeof result !== 'string') return result;
    errors[name] = [result];
    return null;
  };
  const readRange = (name: string) => read(name, (text) => parseDateRange(text, settings.organization.timeZone, now));
  const created = readRange('filter[created_at]');
  const band = query['filter[score_band]'] as ScoreBand | undefined;
  const scores = band === undefined ? null : rangeOfBand(settings.scoring, band);
  const filter: LeadFilter = {
    sort: (query.sort ?? DEFAULT_SORT) as Sort,
    statusIds: statusesOf(settings, query),
    ...readOwners(settings, query),
    teamIds: internalIds(query['filter[team]'], settings.teams),
    sourceIds: internalIds(query['filter[source]'], settings.sources),
    from: created?.from ?? null,
    before: created?.before ?? null,
    updated: readRange('filter[updated_at]'),
    active: readRange('filter[last_activity_at]'),
    value: read('filter[estimated_value]', parseValueRange),
    leastScore: scores?.least ?? null,
    mostScore: scores?.most ?? null,
    phone: read('filter[phone]', readPhone)?.phone ?? null,
    emailKey: read('filter[email]', readEmail)?.email ?? null,
    search: read('filter[search]', readSearch) ?? [],
    custom: Object.keys(query)
      .filter((name) => name.startsWith(CUSTOM_START))
      .flatMap((name) => read(name, (text) => readCustomFilter(settings, name, text)) ?? []),
  };
  requireNoFaults(errors);
  const lists = [filter.statusIds, filter.ownerIds, filter.teamIds, filter.sourceIds];
  return lists.some((list) => list?.length === 0) ? null : filter;
}

const readPhone = (text: string) => {
  const phone = normalizePhone(text);
  return phone === null ? 'must be an Indian mobile number, such as +91 98765 43210' : { phone };
};

const readEmail = (text: string) => (isEmail(text) ? { email: emailKey(text) } : 'must be an email address');

function readSearch(text: string): SearchWord[] | string {
  const words = searchWords(text);
  return words.length === 0 ? 'must hold a letter or a digit' : words;
}

/** The statuses of `filter[status]`, as far as they are of `filter[kind]`. */
function statusesOf({ statuses }: Settings, query: Parameters): string[] | null {
  const named = internalIds(query['filter[status]'], statuses);
  const kind = query['filter[kind]'];
  if (kind === undefined) return named;
  return (named ?? [...statuses.byId.keys()]).filter((id) => statuses.byId.get(id)?.kind === kind);
}

/** Members that are not known beside `none` match nothing, so it stands alone. */
export function readOwners(settings: Settings, query: Parameters): OwnerFilter {
  const text = query['filter[owner]'];
  const ownerIds = internalIds(text, settings.memberships);
  const ownerless = text !== undefined && namesOf(text).includes(NOBODY);
  return { ownerIds: ownerless && ownerIds?.length === 0 ? null : ownerIds, ownerless };
}

const namesOf = (text: string | number): string[] =>
  String(text)
    .split(',')
    .map((name) => name.trim());

/** Public ids become internal ones; what is not known matches nothing. */
export function internalIds(text: string | number | undefined, index: Index<{ id: string }>): string[] | null {
  if (text === undefined) return null;
  return [...new Set(namesOf(text).flatMap((publicId) => index.byPublicId.get(publicId)?.id ?? []))];
}

import { isOfOneOwner } from './conditions.ts';
import type { Narrowing } from './narrowings.ts';
import { orderOf } from './orders.ts';
import { FEW_LEADS, type Sized, type Sizes } from './sizes.ts';
import type { PageRequest } from './statements.ts';

/** An access path to a page that is narrowed by what the indexes of lists do not know. */
export type NarrowedPath =
  /** Walk along the order past leads that were not found; gathered: of an owner, whose leads are sorted then. */
  | { kind: 'walk'; found: Narrowing[]; isGathered: boolean }
  /** Find by times, of which an index has all that other filters ask for, and sort. */
  | { kind: 'times'; times: Narrowing[]; found: Narrowing[] }
  | CheckPath
  /** Find leads, and look each one up. */
  | { kind: 'find'; found: Narrowing[]; checked: Narrowing[]; isWithin: boolean };

/** Walk along the order and check each lead, so many at most. */
export interface CheckPath {
  readonly kind: 'check';
  readonly most: number;
  /** Of an owner, by score: find in an index where the walk would end, and read all that lie before. */
  readonly isRanged: boolean;
}

/** An access path, and how many pages of the database it reads. */
interface Costed {
  readonly path: NarrowedPath;
  readonly pages: number;
}

/** More pages than so many are too expensive. */
const MOST_PAGES = 1_600;
/** The same together with what was counted before, which is remembered only for a while. */
const MOST_WITH_COUNTING = 1_900;
/** Of what it may cost, an access path that will probably fail is given so much. */
const LAST_SHARE = 0.4;
/** A range is checked as a whole: it is so many times as long as is expected to fill a page. */
const SPARE = 2;
/** Entries on a page of an index: of terms, and of a list. */
const TERMS = 120;
const ENTRIES = 70;
/** What finding part of a phone number reads of the index of phones: a page for so many leads of the organization, so much at most. */
const PHONES = 1_800;
const MOST_PHONE_PAGES = 600;
/** Pages to look a lead up by its id. */
const LOOK_UP = 4;
/** How many a time finds is estimated: up to so many it is sure to be few enough for a hash table. */
const MOST_ESTIMATED = 30_000;
/** Leads on a page of the table. Those that were created one after the other lie together. */
const NEIGHBOURS = 6;

/** The access paths that are cheap, the cheapest first, by how many leads match what. In a small organization all are. */
export function narrowedPathsOf(request: PageRequest, sizes: Sizes): NarrowedPath[] {
  const list = new List(request, sizes);
  const cheap = [byChecking(list), ...byFinding(list), ...byTimes(list)]
    .filter(({ pages }) => pages <= list.mostPages || list.isShort)
    .sort((one, other) => one.pages - other.pages)
    .map(({ path }) => path);
  // Checking ends in time: where it is not expected to find a page, it is tried if nothing else is left.
  return cheap.length > 0
    ? cheap
    : [{ kind: 'check', most: Math.floor(mostChecked(list) * LAST_SHARE), isRanged: false }];
}

/** The list that a page is asked of, as far as its sizes tell. */
class List {
  readonly all: number;
  readonly within: number;
  readonly range: number;
  readonly narrowings: readonly Sized[];
  readonly limit: number;
  readonly column: string;
  /** Of one owner. */
  readonly isOwn: boolean;

  constructor({ actor, filter, page }: PageRequest, { all, within, range, narrowings }: Sizes) {
    this.all = all;
    this.within = within;
    this.range = range;
    this.narrowings = narrowings;
    this.limit = page.limit;
    this.column = orderOf(filter).column;
    this.isOwn = isOfOneOwner(actor, filter);
  }

  get isShort(): boolean {
    return this.all <= FEW_LEADS;
  }

  share(size: number): number {
    return Math.min(1, Math.max(size, 0.5) / Math.max(this.all, 1));
  }

  /** The share of leads that all of these match, as if they did not depend on each other. */
  shareOf(narrowings: readonly Sized[]): number {
    return narrowings.reduce((share, { size }) => share * this.share(size), 1);
  }

  /** Pages of the order's index for each lead within. The index that begins with the owner has the order of creation. */
  get walkedEach(): number {
    return 1 / (ENTRIES * (this.isOwn && this.column === 'created_at' ? 1 : this.share(this.within)));
  }

  walked(leads: number): number {
    return Math.min(this.all / ENTRIES, leads * this.walkedEach);
  }

  /** Pages of the table for each lead of a walk that is checked. */
  get checkedEach(): number {
    if (this.column === 'created_at') return Math.min(1, 1 / (NEIGHBOURS * this.share(this.within)));
    return this.column === 'score' && !this.isOwn ? 1 : LOOK_UP;
  }

  /** Pages that a narrowing is found on. Parts of phone numbers are not in the order of their index: each match is read. */
  finding({ narrowing, size }: Sized): number {
    return narrowing.isPhone ? Math.min(this.all / PHONES, MOST_PHONE_PAGES) + size : size / TERMS;
  }

  get mostPages(): number {
    const phones = this.narrowings.filter(({ narrowing, isCounted }) => isCounted && narrowing.isPhone);
    const counting = phones.reduce((pages, phone) => pages + this.finding(phone), 0);
    return Math.min(MOST_PAGES, MOST_WITH_COUNTING - counting);
  }
}

/** How many leads may be checked. If it fails, another one must be within the limit, too. */
function mostChecked(list: List): number {
  if (list.isShort) return FEW_LEADS;
  const budget = list.mostPages * (list.narrowings.some(({ isExact }) => isExact) ? 0.25 : 0.9);
  return Math.floor(budget / (list.checkedEach + list.walkedEach));
}

function byChecking(list: List): Costed {
  const most = mostChecked(list);
  const checked = Math.min(list.within, list.limit / list.shareOf(list.narrowings));
  const pages = checked > most ? Number.POSITIVE_INFINITY : checked * list.checkedEach + list.walked(checked);
  const ranged = byCheckingRange(list, checked);
  if (pages < Number.POSITIVE_INFINITY && ranged.pages < pages && !list.isShort) return ranged;
  return { path: { kind: 'check', most, isRanged: false }, pages };
}

/** Reads the owner's entries twice, and then each lead without looking it up. It does not end when the page is full. */
function byCheckingRange(list: List, checked: number): Costed {
  const most = Math.ceil(checked * SPARE);
  const pages = list.isOwn && list.column === 'score' ? 2 * list.range + most : Number.POSITIVE_INFINITY;
  return { path: { kind: 'check', most, isRanged: true }, pages };
}

/** By the narrowing that finds fewest, by the two that do, and so on; or by none, only within what lists know. */
function byFinding(list: List): Costed[] {
  const findable = list.narrowings
    .filter(({ narrowing, isExact, size }) => isExact && !(narrowing.isTime && size > MOST_ESTIMATED))
    .sort((one, other) => one.size - other.size);
  return [findWithin(list, []), ...findable.flatMap((_, n) => byFindingThese(list, findable.slice(0, n + 1)))];
}

function byFindingThese(list: List, used: readonly Sized[]): Costed[] {
  const rest = list.narrowings.filter((one) => !used.includes(one));
  const isExactly = rest.length === 0 && !used.some(({ narrowing }) => narrowing.isRough || narrowing.isTime);
  // What a time finds lies together in other orders, too: no walk comes along it evenly.
  return [findWithin(list, used), findAnywhere(list, used, rest), ...(isExactly ? [walkPast(list, used)] : [])];
}

function findWithin(list: List, used: readonly Sized[]): Costed {
  const lookedUp = list.within * list.shareOf(used);
  return {
    path: { kind: 'find', ...foundAndChecked(list, used), isWithin: true },
    pages: finding(list, used) + list.range + lookedUp * LOOK_UP,
  };
}

function findAnywhere(list: List, used: readonly Sized[], rest: readonly Sized[]): Costed {
  const untilFull = list.limit / (list.share(list.within) * list.shareOf(rest));
  const lookedUp = Math.min(list.all * list.shareOf(used), list.column === 'created_at' ? untilFull : list.all);
  return {
    path: { kind: 'find', ...foundAndChecked(list, used), isWithin: false },
    pages: finding(list, used) + lookedUp * LOOK_UP,
  };
}

function walkPast(list: List, used: readonly Sized[]): Costed {
  const isGathered = list.isOwn && list.column === 'score';
  const passed = isGathered ? list.within / ENTRIES : list.walked(list.limit / list.shareOf(used));
  return {
    path: { kind: 'walk', found: used.map(narrowingOf), isGathered },
    pages: finding(list, used) + passed + list.limit * LOOK_UP,
  };
}

function byTimes(list: List): Costed[] {
  const times = list.narrowings.filter(({ narrowing }) => narrowing.isTime);
  const others = list.narrowings.filter(({ narrowing }) => !narrowing.isTime);
  const isKnown = times.some(({ isExact }) => isExact);
  if (!isKnown || !others.every(({ isExact, narrowing }) => isExact && !narrowing.isRough)) return [];
  const range = Math.min(...times.map(({ size }) => size));
  const pages = range / ENTRIES + finding(list, others) + list.limit * LOOK_UP;
  return [{ path: { kind: 'times', times: times.map(narrowingOf), found: others.map(narrowingOf) }, pages }];
}

const narrowingOf = ({ narrowing }: Sized): Narrowing => narrowing;

const finding = (list: List, used: readonly Sized[]): number =>
  used.reduce((pages, one) => pages + list.finding(one), 0);

/** What is found roughly is checked as well. */
function foundAndChecked(list: List, used: readonly Sized[]) {
  const found = used.map(narrowingOf);
  return { found, checked: list.narrowings.map(narrowingOf).filter((one) => one.isRough || !found.includes(one)) };
}

/** Once the records of a page come to this, the page ends, though it may have fewer than were asked for. */
export const PAGE_BYTES = 524_288;

/** A row of a page that may have ended early. */
export interface WeighedRow {
  /** What its large columns come to. */
  bytes: number;
  /** How many rows there were before the page was cut. */
  found: number;
}

/**
 * Cuts a page where its rows are large, before PostgreSQL reads what is large in them: a row stays where those before it come
 * to less than a page. `rows` selects them in order, each with its `bytes` (by octet_length, which reads no text).
 */
export const withinPage = (rows: string): string =>
  `select * from (
     select page.*, count(*) over ()::integer as found,
            sum(page.bytes) over (rows between unbounded preceding and 1 preceding) as bytes_before
       from (${rows}) as page) as page
    where page.bytes_before is null or page.bytes_before < ${PAGE_BYTES}`;

/** SQL for the column `changes_bytes`: what is inserted is not compressed yet. */
export const changesBytes = (changes: string): string =>
  `case when pg_column_size(${changes}) > 2000 then pg_column_size(${changes}) end`;

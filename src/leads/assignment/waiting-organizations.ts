import type { Database } from '../../db/sql.ts';
import { listOrganizationsWithWaiting } from './queries.ts';

/** Which organizations have leads waiting, also where a part of the database does not answer. */
export class WaitingOrganizations {
  readonly #database: Database;
  /** As of the last time that all parts of the database answered. */
  #known: ReadonlySet<string> = new Set();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Where they cannot all be found, goes on with those that are known, and adds why to `failures`. */
  async *list(failures: unknown[]): AsyncGenerator<string> {
    const found = new Set<string>();
    try {
      for await (const organizationId of listOrganizationsWithWaiting(this.#database)) {
        found.add(organizationId);
        yield organizationId;
      }
      this.#known = found;
    } catch (error) {
      failures.push(error);
      await this.#database.rows('select 1'); // else nobody can be served
      for (const organizationId of this.#known) if (!found.has(organizationId)) yield organizationId;
    }
  }
}

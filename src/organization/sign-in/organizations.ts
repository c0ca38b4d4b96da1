import type { Sql } from '../../db/sql.ts';
import { invalid } from '../../problems.ts';
import { findOrganizationIds } from './queries.ts';

const MOST_KNOWN = 1_000;

/** Which organization somebody signs in to. What is found is remembered: organizations neither go nor change their ids. */
export class SignInOrganizations {
  readonly #sql: Sql;
  readonly #known = new Map<string, string>();
  #areSeveral = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Null where there is none with that public id. Without one, the only organization there is. */
  async find(publicId: string | undefined): Promise<string | null> {
    return publicId === undefined ? this.#findOnly() : (this.#known.get(publicId) ?? this.#findNamed(publicId));
  }

  async areSeveral(): Promise<boolean> {
    this.#areSeveral ||= (await findOrganizationIds(this.#sql)).length > 1;
    return this.#areSeveral;
  }

  async #findOnly(): Promise<string | null> {
    if (await this.areSeveral()) {
      throw invalid({ organization: ['is required: there are several organizations here'] });
    }
    return (await findOrganizationIds(this.#sql))[0] ?? null;
  }

  async #findNamed(publicId: string): Promise<string | null> {
    const [id] = await findOrganizationIds(this.#sql, publicId);
    if (id !== undefined && this.#known.size < MOST_KNOWN) this.#known.set(publicId, id);
    return id ?? null;
  }
}

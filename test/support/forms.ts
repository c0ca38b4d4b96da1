import { expect } from 'vitest';
import type { PartsOptions } from '../../src/parts.ts';
import { type Cast, createCast } from './cast.ts';
import { type Answer, openTestApp, type TestApp } from './harness.ts';
import type { Shown } from './leads.ts';

type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

export interface Raw {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** The application with its people, and helpers for the tests of forms. */
export class FormDesk {
  readonly app: TestApp;
  readonly cast: Cast;

  private constructor(app: TestApp, cast: Cast) {
    this.app = app;
    this.cast = cast;
  }

  static async open(limits: PartsOptions['limits'] = {}, frozen = false): Promise<FormDesk> {
    const app = await openTestApp({ limits: { formRequests: 'off', submissions: 'off', ...limits }, frozen });
    return new FormDesk(app, await createCast(app));
  }

  close = () => this.app.close();

  get admin(): string {
    return this.cast.admin.token;
  }

  /** The response of a settings collection to a POST, which must create the record. */
  async add(collection: string, body: Fields, token = this.admin): Promise<Shown> {
    const made = await this.app.call('POST', `/${collection}`, { token, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data;
  }

  async change(path: string, body: Fields, token = this.admin): Promise<Shown> {
    const changed = await this.app.call('PATCH', `/${path}`, { token, body });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    return changed.body.data;
  }

  /** A form with a phone field and the given fields. */
  form = (fields: Fields = {}, token = this.admin): Promise<Shown> =>
    this.add(
      'forms',
      { name: 'Website enquiry', fields: [{ field: 'first_name' }, { field: 'phone' }, { field: 'email' }], ...fields },
      token,
    );

  submit = (form: string, body: unknown, headers: Headers = {}): Promise<Answer> =>
    this.app.call('POST', `/forms/${form}/submissions`, { body, headers });

  /** A form-encoded submission: pairs in order. */
  submitEncoded = (form: string, pairs: readonly (readonly [string, string])[], headers: Headers = {}) =>
    this.submit(form, encoded(pairs), { 'content-type': 'application/x-www-form-urlencoded', ...headers });

  /** Any other request, with the text of the response. */
  async ask(method: string, url: string, headers: Headers = {}, payload?: string): Promise<Raw> {
    const response = await this.app.app.http.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, headers: response.headers as Raw['headers'], text: response.body };
  }

  page = (form: string, headers: Headers = {}, query = ''): Promise<Raw> =>
    this.ask('GET', `/f/${form}${query}`, { accept: 'text/html', ...headers });

  post = (form: string, pairs: readonly (readonly [string, string])[], headers: Headers = {}, query = '') =>
    this.ask(
      'POST',
      `/f/${form}${query}`,
      { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      encoded(pairs),
    );

  /** Every lead of the organization, newest first. */
  async leads(token = this.admin): Promise<Shown[]> {
    const { status, body } = await this.app.call('GET', '/leads?page[size]=200', { token });
    expect(status).toBe(200);
    return body.data;
  }

  async leadWith(phone: string): Promise<Shown> {
    return (await this.leads()).find((lead) => lead.contact.phone === phone);
  }

  async around(lead: string, what: string): Promise<Shown[]> {
    return (await this.app.call('GET', `/leads/${lead}/${what}`, { token: this.admin })).body.data;
  }
}

export const encoded = (pairs: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

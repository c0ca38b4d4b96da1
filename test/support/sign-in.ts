import type { Person } from './cast.ts';
import type { Answer, TestApp } from './harness.ts';

export const PASSWORD = 'correct horse battery staple';
/** Of the application in tests, which no `Host` names otherwise. */
export const OWN = 'http://127.0.0.1:8080';

export const emailOf = ({ name }: Pick<Person, 'name'>): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@example.in`;

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieIn({ headers }: Answer): string {
  const cookie = [headers['set-cookie']].flat()[0]?.split(';', 1)[0];
  if (cookie === undefined) throw new Error('no cookie was set');
  return cookie;
}

/** People at their browsers. */
export class Reception {
  readonly app: TestApp;
  readonly admin: string;
  readonly organization: string;

  constructor(app: TestApp, { admin, organization }: { admin: Person; organization: string }) {
    this.app = app;
    this.admin = admin.token;
    this.organization = organization;
  }

  /** Gives a person an email to sign in by. */
  async register(person: Person, email = emailOf(person)): Promise<string> {
    const path = `/memberships/${person.membership}`;
    const { status } = await this.app.call('PATCH', path, { token: this.admin, body: { email } });
    if (status !== 200) throw new Error(`no email: ${status}`);
    return email;
  }

  invite(person: Pick<Person, 'membership'>, token = this.admin): Promise<Answer> {
    return this.app.call('POST', `/memberships/${person.membership}/invitation`, { token });
  }

  /** The secret of a new invitation. */
  async secretFor(person: Pick<Person, 'membership'>): Promise<string> {
    return secretIn(await this.invite(person));
  }

  accept(secret: string, password: string | undefined = PASSWORD, headers: Record<string, string> = {}) {
    return this.app.call('POST', `/invitations/${secret}`, { body: { password }, headers });
  }

  signIn(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<Answer> {
    const body = { organization: this.organization, email, password };
    return this.app.call('POST', '/session', { body, headers });
  }

  /** Email, invitation, password: the cookie of the person's session. */
  async welcome(person: Person): Promise<string> {
    await this.register(person);
    return cookieIn(await this.accept(await this.secretFor(person)));
  }

  /** As a page of the console calls. */
  as(cookie: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.app.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { cookie, origin: OWN, ...headers },
    });
  }

  async isIn(cookie: string): Promise<boolean> {
    return (await this.as(cookie, 'GET', '/me')).status === 200;
  }
}

export function secretIn({ status, body }: Answer): string {
  if (status !== 201) throw new Error(`no invitation: ${status} ${JSON.stringify(body)}`);
  return body.data.link.split('#/')[1];
}

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

export interface Person {
  email?: string;
  email_verified?: unknown;
}

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/** A small OpenID provider on this machine. What it does wrong is set by `faults`. */
export class TestProvider {
  readonly clientId = 'leadline';
  readonly clientSecret = 'secret of the client';
  /** Who is asked for. */
  person: Person = {};
  /** Claims of the ID token that replace right ones. */
  wrong: Record<string, unknown> = {};
  faults: { signature?: boolean; none?: boolean; silent?: boolean; error?: number; inUserinfo?: boolean } = {};
  /** Paths that were asked. */
  readonly asked: string[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<TestProvider> {
    const server = createServer();
    const provider = new TestProvider(server);
    server.on('request', (request, response) => void provider.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get options() {
    return { issuer: this.issuer, clientId: this.clientId, clientSecret: this.clientSecret, seconds: 1 };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What the person's browser is sent back to after it has agreed. */
  agree(authorization: string): string {
    const { searchParams } = new URL(authorization);
    const get = (name: string) => searchParams.get(name) ?? '';
    if (get('response_type') !== 'code' || get('client_id') !== this.clientId) throw new Error('not for this client');
    if (get('code_challenge_method') !== 'S256' || get('nonce') === '') throw new Error('without PKCE or nonce');
    const code = randomUUID();
    const [challenge, nonce, redirectUri] = [get('code_challenge'), get('nonce'), get('redirect_uri')];
    this.#grants.set(code, { challenge, nonce, redirectUri });
    return `${redirectUri}?${new URLSearchParams({ code, state: get('state') })}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.asked.push(path);
    if (this.faults.silent) return;
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.faults.error !== undefined) return void reply(this.faults.error, {});
    if (path === '/.well-known/openid-configuration') return void reply(200, this.#metadata());
    if (path === '/jwks') {
      return void reply(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: '1' }],
      });
    }
    if (path === '/userinfo') return void reply(200, { sub: 'person', ...this.person });
    let text = '';
    for await (const bytes of request) text += bytes;
    const idToken = this.#redeem(new URLSearchParams(text), request.headers.authorization);
    if (idToken === null) return void reply(400, { error: 'invalid_grant' });
    reply(200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  /** A code works once, with its verifier, for its redirect address and for the client. */
  #redeem(sent: URLSearchParams, authorization = ''): string | null {
    const grant = this.#grants.get(sent.get('code') ?? '');
    this.#grants.delete(sent.get('code') ?? '');
    const [id, secret] = Buffer.from(authorization.slice(6), 'base64').toString().split(':').map(decodeForm);
    if (grant === undefined || id !== this.clientId || secret !== this.clientSecret) return null;
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== grant.challenge || sent.get('redirect_uri') !== grant.redirectUri) return null;
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: this.issuer, sub: 'person', aud: this.clientId, iat: now, exp: now + 60, nonce: grant.nonce };
    const told = this.faults.inUserinfo ? {} : this.person;
    return this.#sign({ ...right, ...told, ...this.wrong });
  }

  #sign(claims: object): string {
    const body = `${base64({ alg: this.faults.none ? 'none' : 'RS256', kid: '1' })}.${base64(claims)}`;
    if (this.faults.none) return `${body}.`;
    const signature = sign('sha256', Buffer.from(body), this.faults.signature ? stranger : privateKey);
    return `${body}.${signature.toString('base64url')}`;
  }
}

const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

import type { ClientAuth, Configuration } from 'openid-client';
import type { Journey } from './sealed.ts';

type Library = typeof import('openid-client');

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For each request to the provider. */
  readonly seconds?: number;
}

interface Discovered {
  readonly library: Library;
  readonly configuration: Configuration;
}

const KEPT_MS = 3_600_000;
/** A provider that could not be reached is left alone for so long. */
const FAILED_MS = 5_000;

/** Why the provider let nobody in, as far as people are told. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly problem: 'provider_unavailable' | 'provider_failed' | 'denied';

  constructor(problem: ProviderError['problem'], cause: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Who somebody is, as the provider says. */
export interface Claims {
  readonly email: unknown;
  readonly email_verified: unknown;
}

/** The identity provider: authorization code with PKCE. What it announces is read at the first use, and once an hour. */
export class IdentityProvider {
  readonly #options: ProviderOptions;
  #discovery: { readonly until: number; readonly found: Promise<Discovered> } | null = null;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** Where the browser goes, and what must be known when it comes back. */
  async begin(redirectUri: string): Promise<{ url: URL } & Pick<Journey, 'state' | 'nonce' | 'verifier'>> {
    const { library, configuration } = await this.#discovered();
    const [state, nonce] = [library.randomState(), library.randomNonce()];
    const verifier = library.randomPKCECodeVerifier();
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url, state, nonce, verifier };
  }

  /** Throws a ProviderError unless the answer is the provider's, and to this journey. */
  async finish(answer: URL, { state, nonce, verifier }: Journey): Promise<Claims> {
    const { library, configuration } = await this.#discovered();
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await library.authorizationCodeGrant(configuration, answer, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('no claims');
      const { email, email_verified } =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return { email, email_verified };
    } catch (error) {
      throw new ProviderError(problemOf(error), error);
    }
  }

  #discovered(): Promise<Discovered> {
    const now = performance.now();
    if (this.#discovery !== null && now < this.#discovery.until) return this.#discovery.found;
    const found = this.#discover().catch((error: unknown) => {
      throw new ProviderError('provider_unavailable', error);
    });
    this.#discovery = { until: now + KEPT_MS, found };
    found.catch(() => {
      if (this.#discovery?.found === found) this.#discovery = { until: performance.now() + FAILED_MS, found };
    });
    return found;
  }

  async #discover(): Promise<Discovered> {
    const { issuer, clientId, clientSecret, seconds = 10 } = this.#options;
    const library = await import('openid-client');
    // Signatures are checked, though the token comes from the provider itself.
    const execute = [library.enableNonRepudiationChecks];
    if (issuer.startsWith('http:')) execute.push(library.allowInsecureRequests);
    const authentication = authenticationOf(library, clientSecret);
    const options = { timeout: seconds, execute };
    const configuration = await library.discovery(new URL(issuer), clientId, undefined, authentication, options);
    return { library, configuration };
  }
}

/** As the provider announces; by Basic where it announces nothing, as the standard says. */
function authenticationOf({ ClientSecretBasic, ClientSecretPost }: Library, clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (as, client, body, headers) => {
    const taken = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPost = !taken.includes('client_secret_basic') && taken.includes('client_secret_post');
    (isPost ? post : basic)(as, client, body, headers);
  };
}

function problemOf(error: unknown): ProviderError['problem'] {
  const { code, error: answered } = error as { code?: string; error?: string };
  if (answered === 'access_denied') return 'denied';
  const isAway = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return isAway ? 'provider_unavailable' : 'provider_failed';
}

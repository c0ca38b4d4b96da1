import type { ServerResponse } from 'node:http';
import type { Caller } from '../http/authenticate.ts';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.ts';
import type { OperationRequest, Perform } from '../http/mount.ts';
import type { Operation, Reply } from '../http/operation.ts';
import type { ArgumentOptions, Arguments, Given, ReadArguments } from './arguments.ts';

/** The request that a tool is called by. */
export interface ToolCall {
  readonly request: Pick<OperationRequest, 'id' | 'address' | 'headers' | 'releaseBody'> & { readonly caller: Caller };
  readonly response: ServerResponse;
  /** Takes one more call from the token's quota, or throws. The call that the request itself makes has been counted. */
  countAnother(): Promise<void>;
}

export interface ToolText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface Tool extends ToolText {
  readonly inputSchema: object;
  readonly annotations: object;
  /** What a token needs to be shown it, and to call it. */
  readonly abilities: readonly string[];
  /** The answer as a model needs it. */
  run(call: ToolCall, given: Given): Promise<object>;
}

/** An operation that tools use. */
export interface Performed {
  readonly operation: Operation;
  readonly perform: Perform;
  readonly serialize: (reply: Reply) => string;
}

export interface ToolDefinition extends ToolText {
  readonly operationId: string;
  readonly arguments?: ArgumentOptions;
  /** Whether to call it again with the same arguments changes nothing more. */
  readonly isIdempotent?: boolean;
  readonly compact: (answer: Record<string, unknown>) => object;
}

export function toolOf(definition: ToolDefinition, performed: Performed, args: Arguments): Tool {
  const { name, title, description, isIdempotent = false, compact } = definition;
  const { ability, method } = performed.operation;
  return {
    name,
    title,
    description,
    inputSchema: { ...args.schema, additionalProperties: false },
    annotations: annotationsOf(title, method === 'GET', isIdempotent),
    abilities: ability === null ? [] : [ability],
    run: async (call, given) => compact(await ask(performed, call, args.read(given))),
  };
}

/** Nothing that tools change is lost: the audit trail keeps what was there before. */
export const annotationsOf = (title: string, isReading: boolean, isIdempotent = false) => ({
  title,
  readOnlyHint: isReading,
  ...(!isReading && { destructiveHint: false, idempotentHint: isIdempotent }),
  openWorldHint: false,
});

/** Performs an operation as its route would: its checks, its handler, and the answer by its schema. */
export async function ask(
  { perform, serialize }: Performed,
  { request, response }: ToolCall,
  { idempotencyKey, ...asked }: ReadArguments,
): Promise<Record<string, unknown>> {
  const reply = await perform(
    {
      ...asked,
      id: request.id,
      address: request.address,
      caller: request.caller,
      share: null, // the request itself is counted
      headers: {
        authorization: request.headers.authorization,
        ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey as string }),
      },
      get releaseBody() {
        return request.releaseBody;
      },
      set releaseBody(release) {
        request.releaseBody = release;
      },
    },
    response,
  );
  return JSON.parse(serialize(reply)) as Record<string, unknown>;
}

import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { type Operation, type Reply, routeOf } from './operation.ts';

const serializers = SerializerSelector();

/** Fastify's own, compiled at first use: see `compiled` in validate.ts. */
export function serializersAtFirstUse(...given: Parameters<typeof serializers>): ReturnType<typeof serializers> {
  const compile = serializers(...given);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(route);
      return serialize(answer);
    };
  };
}

/** The text of an operation's answers outside its route, by the same response schemas: what they do not declare is left out. */
export function serializing(operation: Operation): (reply: Reply) => string {
  const { url, schema } = routeOf(operation);
  const compile = serializersAtFirstUse({}, {});
  const byStatus = new Map(
    Object.entries(schema.response).map(([httpStatus, answer]) => [
      Number(httpStatus),
      compile({ schema: answer, method: operation.method, url, httpStatus }),
    ]),
  );
  return ({ status = 200, body }) => {
    if (typeof body === 'string' || Buffer.isBuffer(body)) return body.toString(); // rendered already
    const serialize = byStatus.get(status);
    if (serialize === undefined) throw new Error(`${operation.id} declares no answer with status ${status}`);
    return serialize(body);
  };
}

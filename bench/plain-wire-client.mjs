// The interface of src/db/wire, implemented with pg's public interface only: see plain-wire.mjs.
import { drop, hold, Client as OwnClient, wireOf } from '../dist/db/wire/client.js?own';

export { drop, hold, wireOf };

const names = new Map();

export class Statement {
  tag = '';
  rows = [];

  constructor(text, values, isKept) {
    if (isKept && !names.has(text)) names.set(text, `leadline_${names.size}`);
    this.query = { text, values: [...values], ...(isKept && { name: names.get(text) }) };
  }
}

export class RoundTrip {
  startedAt = performance.now();
  index = 0;
  client = null;

  constructor(statements, callback) {
    this.statements = statements;
    this.callback = callback;
  }

  abandon() {
    if (this.client !== null) wireOf(this.client).stream.destroy();
  }

  handleError(error) {
    this.callback(error);
  }
}

export class Client extends OwnClient {
  constructor(config) {
    super({ ...config, pipeline: true });
  }

  query(what, ...more) {
    if (!(what instanceof RoundTrip)) return super.query(what, ...more);
    const { statements } = what;
    what.client = this;
    let answered = 0;
    let failure = null;
    for (const statement of statements) {
      super.query(statement.query, (error, result) => {
        failure ??= error ?? null;
        if (!error) Object.assign(statement, { rows: result.rows.map(withBytes), tag: result.command });
        if (++answered === statements.length) what.callback(failure);
      });
    }
    return undefined;
  }
}

export { Client as RoundTripClient };

/** Columns that are not decoded are bytes: see long-fields.ts. */
const withBytes = (row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && name.endsWith('_utf8') ? Buffer.from(value) : value,
    ]),
  );

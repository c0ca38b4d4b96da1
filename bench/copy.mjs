// COPY … FROM STDIN over `pg`, which has the protocol's messages but no way to use them: a query object of our own.
import { once } from 'node:events';

const CHUNK = 256 * 1024;
/** Beyond this much in the socket's buffer the writer waits: what is generated faster than loaded stays out of memory. */
const MOST_UNSENT = 4 * CHUNK;

class CopyIn {
  constructor(text) {
    this.text = text;
    this.started = new Promise((resolve, reject) => Object.assign(this, { start: resolve, refuse: reject }));
    this.ended = new Promise((resolve, reject) => Object.assign(this, { end: resolve, fail: reject }));
    this.ended.catch(() => {}); // whoever waits for the end hears of it
  }
  submit(connection) {
    connection.query(this.text);
  }
  handleCopyInResponse(connection) {
    this.start(connection);
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.end();
  }
  handleError(error) {
    this.refuse(error);
    this.fail(error);
  }
}

/** Begins to load rows into a table; `client` is busy with it until `finish`. */
export async function startCopy(client, table, columns, options = '') {
  const copy = client.query(new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin ${options}`));
  const connection = await copy.started;
  let lines = [];
  let length = 0;
  const send = () => {
    if (lines.length > 0) connection.sendCopyFromChunk(Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
    length = 0;
  };
  return {
    /** One row in COPY's text format, without its line end. */
    add(line) {
      lines.push(line);
      length += line.length;
      if (length >= CHUNK) send();
    },
    get isFull() {
      return connection.stream.writableLength > MOST_UNSENT;
    },
    drained: () => Promise.race([once(connection.stream, 'drain'), copy.ended]),
    async finish() {
      send();
      connection.endCopyFrom();
      await copy.ended;
    },
  };
}

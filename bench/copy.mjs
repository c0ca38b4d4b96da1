// COPY … FROM STDIN over `pg`, which has the protocol messages but no API for them: this is our own query object.
import { once } from 'node:events';

const CHUNK = 256 * 1024;
/** The writer waits while the socket's buffer is larger than this, so that generated rows do not fill the memory. */
const MOST_UNSENT = 4 * CHUNK;

class CopyIn {
  constructor(text) {
    this.text = text;
    this.started = new Promise((resolve, reject) => Object.assign(this, { start: resolve, refuse: reject }));
    this.ended = new Promise((resolve, reject) => Object.assign(this, { end: resolve, fail: reject }));
    this.ended.catch(() => {}); // the error is reported to the caller that awaits `ended`
  }
  submit(connection) {
    connection.query(this.text);
  }
  handleCopyInResponse(connection) {
    this.start(connection);
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.callback?.(null); // pg sets it to clear the timer of its query timeout, which would keep the process alive
    this.end();
  }
  handleError(error) {
    this.callback?.(error);
    this.refuse(error);
    this.fail(error);
  }
}

/** Starts to load rows into a table. `client` is busy until `finish`. */
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
    /** One row in COPY's text format, without the newline. */
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

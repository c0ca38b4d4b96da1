// The requests of a task, for the service and for the bare servers: the same work from the same seed.

/** Random numbers between 0 and 1; the same for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Yields the next request as text, without end. `work` has the task and its inputs: `prefix` before each path, `token`, the
 * public ids of statuses, sources and leads, and for creates the first unused phone number.
 */
export function requestsOf(work) {
  const random = seeded(work.seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const head = `Host: bench\r\nAuthorization: Bearer ${work.token}\r\nAccept: application/json\r\n`;
  const get = (path) => `GET ${work.prefix}${path} HTTP/1.1\r\n${head}\r\n`;
  const send = (method, path, body) => {
    const text = JSON.stringify(body);
    return `${method} ${work.prefix}${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  };
  let n = 0;
  switch (work.task) {
    case 'list':
      return () => get(`/leads?filter[status]=${work.statuses[n++ % work.statuses.length]}`);
    case 'page':
      return () => get(work.paths[n++ % work.paths.length]);
    case 'read':
      return () => get(`/leads/${pick(work.leads)}`);
    case 'create':
      return () => {
        const phone = work.firstPhone + n++;
        return send('POST', '/leads', {
          first_name: 'Asha',
          last_name: `Rao ${phone}`,
          phone: `+91${phone}`,
          email: `asha${phone}@example.in`,
          source: pick(work.sources),
          estimated_value: 250_000,
        });
      };
    case 'patch':
      return () => send('PATCH', `/leads/${pick(work.leads)}`, { first_name: `Asha ${Math.floor(random() * 1e9)}` });
    default:
      throw new Error(`no task is called ${work.task}`);
  }
}

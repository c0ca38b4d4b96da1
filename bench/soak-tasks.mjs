// The clients of the soak: the request that each repeats, its concurrency, and what must exist afterwards.
import { randomUUID } from 'node:crypto';

/** Time limit of a client: a report may wait for a slot and then run for twenty seconds. */
const LIMIT_MS = 12_000;
const REPORT_LIMIT_MS = 32_000;

export function tasksOf({ call, form, statuses, sources, kept }) {
  let phone = 6_000_000_000;
  const nextPhone = () => `+91${phone++}`;
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const keepLead = ({ status, body }) => {
    if (status === 201) kept.leads.push(JSON.parse(body).data.public_id);
  };
  const lead = () => kept.leads[kept.leads.length - 1 - Math.floor(Math.random() * Math.min(500, kept.leads.length))];

  /** A change whose audit entry has the request id that was sent. */
  const audited = async (method, path, body) => {
    const id = randomUUID();
    const answer = await call(method, path, body, { headers: { 'x-request-id': id } });
    if (answer.status === 200) kept.changes.push(id);
    return answer;
  };

  return {
    create: {
      atOnce: 3,
      limitMs: LIMIT_MS,
      run: async () => seen(await call('POST', '/leads', { phone: nextPhone() }), keepLead),
    },
    'create, keyed': {
      atOnce: 3,
      limitMs: 2 * LIMIT_MS,
      run: async () => {
        const body = { phone: nextPhone(), first_name: 'Asha' };
        const headers = { 'idempotency-key': randomUUID() };
        const first = seen(await call('POST', '/leads', body, { headers }), keepLead);
        if (first.status !== 201) return first;
        const again = await call('POST', '/leads', body, { headers });
        if (again.status < 500 && again.body !== first.body)
          kept.faults.push(`a replay differs: ${again.status} ${again.body}`);
        return again;
      },
    },
    form: {
      atOnce: 2,
      limitMs: LIMIT_MS,
      run: async () => {
        const number = nextPhone();
        const answer = await call('POST', `/forms/${form}/submissions`, { phone: number }, { isPublic: true });
        if (answer.status === 201) kept.phones.push(number);
        return answer;
      },
    },
    move: {
      atOnce: 2,
      limitMs: LIMIT_MS,
      run: async () => {
        const answer = await call('POST', `/leads/${lead()}/status`, { status: some(statuses) });
        if (answer.status === 200) kept.transitions.push(JSON.parse(answer.body).transition?.public_id ?? null);
        return answer;
      },
    },
    change: {
      atOnce: 2,
      limitMs: LIMIT_MS,
      run: () => audited('PATCH', `/leads/${lead()}`, { last_name: randomUUID() }),
    },
    list: {
      atOnce: 2,
      limitMs: LIMIT_MS,
      run: () => call('GET', `/leads?sort=${some(['score', '-created_at', '-last_activity_at'])}`),
    },
    read: { atOnce: 2, limitMs: LIMIT_MS, run: () => call('GET', `/leads/${lead()}?include=activities,notes`) },
    report: {
      atOnce: 1,
      limitMs: REPORT_LIMIT_MS,
      pauseMs: 200,
      run: () => call('GET', `/reports/${some(['funnel', 'velocity', 'conversion', 'distribution'])}`),
    },
    settings: {
      atOnce: 1,
      limitMs: LIMIT_MS,
      pauseMs: 500,
      run: () => audited('PATCH', `/sources/${some(sources)}`, { name: `Source ${randomUUID()}` }),
    },
  };
}

function seen(answer, look) {
  look(answer);
  return answer;
}

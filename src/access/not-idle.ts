/** A session that was not used for so long has ended. */
const IDLE_HOURS = 12;

/** In SQL, of `tokens as t`. */
export const notIdle = `(t.kind = 'token' or t.last_used_at > now() - interval '${IDLE_HOURS} hours')`;

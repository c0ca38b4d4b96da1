// The switch of src/db/wire: a service sends its statements as pg's own queries, pipelined, and not as its own round trips.
// For comparison only: `npm run bench -- --wire` starts a second service with `node --import bench/plain-wire.mjs`.
import { register } from 'node:module';

register(new URL('plain-wire-hooks.mjs', import.meta.url));

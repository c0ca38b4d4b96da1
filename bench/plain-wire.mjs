// The switch of src/db/wire: makes a service send its statements as pg's own queries, pipelined, instead of as round trips of
// its own. For comparison only: `npm run bench -- --wire` starts a second service with `node --import bench/plain-wire.mjs`.
import { register } from 'node:module';

register(new URL('plain-wire-hooks.mjs', import.meta.url));

// Replaces modules of src/db/wire with plain-wire-client.mjs.
const replaced = /\/dist\/db\/wire\/(client|round-trip|statement)\.js$/;

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  return replaced.test(found.url) ? { ...found, url: new URL('plain-wire-client.mjs', import.meta.url).href } : found;
}

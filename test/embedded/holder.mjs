// A process of its own that opens the server, says so, and then waits to be killed; or lets go of it and ends.
const [, , compiled, options, then] = process.argv;
const { openEmbedded } = await import(compiled);
try {
  const server = await openEmbedded({ ...JSON.parse(options), log: () => {} });
  const { pid, startedHere, notice, dataLocation, target } = server;
  process.stdout.write(`${JSON.stringify({ pid, startedHere, notice, dataLocation, target })}\n`);
  if (then === 'detach') server.detach();
  else setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ name: error.name, message: error.message })}\n`);
}
